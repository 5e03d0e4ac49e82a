import { setTimeout as sleep } from 'node:timers/promises';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

const CALL_MS = 60;

/**
 * Runs a request, and returns which of its calls of the helpdesk came on a new connection, and how many calls of the
 * database and the helpdesk still ran or began after its answer.
 */
export const measureCalls = async (
  { dataApi, freshdesk }: Pick<TestPortal, 'dataApi' | 'freshdesk'>,
  request: () => Promise<unknown>,
) => {
  const isNewConnection: boolean[] = [];
  let begun = 0;
  let running = 0;
  const delay = async () => {
    begun += 1;
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
  const atAnswer = { begun, running };
  await sleep(2 * CALL_MS);
  dataApi.delayCalls(async () => {});
  freshdesk.delayCalls(async () => {});

  return { isNewConnection, afterAnswer: atAnswer.running + begun - atAnswer.begun };
};
