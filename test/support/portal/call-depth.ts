import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPortal } from './open-portal.ts';

/** Long next to the time between an answer and the call that follows it. */
const CALL_MS = 60;

/**
 * Runs a request and returns how many of its calls of the database and the helpdesk came one after the other, which of
 * the helpdesk's came on a new connection, and how many calls still ran or began after its answer.
 */
export const measureCalls = async (
  { dataApi, freshdesk }: Pick<TestPortal, 'dataApi' | 'freshdesk'>,
  request: () => Promise<unknown>,
) => {
  const startsMs: number[] = [];
  const isNewConnection: boolean[] = [];
  let running = 0;
  const delay = async () => {
    startsMs.push(performance.now());
    running += 1;
    await sleep(CALL_MS);
    running -= 1;
  };
  dataApi.delayCalls(delay);
  freshdesk.delayCalls((call) => {
    isNewConnection.push(call.isNewConnection);

    return delay();
  });

  await request();
  const [runningAtAnswer, calls] = [running, startsMs.length];
  await sleep(2 * CALL_MS);
  dataApi.delayCalls(async () => {});
  freshdesk.delayCalls(async () => {});

  let depth = 0;
  let endMs = 0;
  for (const startMs of startsMs) {
    if (startMs >= endMs) {
      depth += 1;
      endMs = startMs + CALL_MS;
    }
  }

  return { depth, isNewConnection, afterAnswer: runningAtAnswer + startsMs.length - calls };
};
