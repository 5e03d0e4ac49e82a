import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { RDSDataClient } from '@aws-sdk/client-rds-data';
import { vi } from 'vitest';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

/** Turns of the event loop without a further call after which the waiting calls go on. */
const QUIET_TURNS = 30;

/**
 * Holds each call until no other one runs or arrives, and then lets all waiting calls go at once. Calls that do not
 * need each other so share a level, however slow the machine is: a call on the next level follows one of this level.
 */
const makeBarrier = () => {
  let waiting: (() => void)[] = [];
  let arrived = 0;
  let running = 0;
  let levels = 0;

  const releaseWhenQuiet = async () => {
    for (let quiet = 0, seen = 0; quiet < QUIET_TURNS; seen = arrived) {
      await sleep(1);
      quiet = running === 0 && seen === arrived ? quiet + 1 : 0;
    }
    levels += 1;
    const released = waiting;
    waiting = [];
    running += released.length;
    for (const go of released) {
      go();
    }
  };

  return {
    countLevels: () => levels,
    pass: async <Result>(call: () => Promise<Result>): Promise<Result> => {
      arrived += 1;
      await new Promise<void>((resolve) => {
        waiting.push(resolve);
        if (waiting.length === 1) {
          releaseWhenQuiet();
        }
      });
      try {
        return await call();
      } finally {
        running -= 1;
      }
    },
  };
};

/**
 * Counts how many calls of the Data API and of the helpdesk follow one another while `work` runs, and returns the
 * statements of the Data API.
 */
export const countLevels = async <Result>({ freshdesk }: TestPortal, work: () => Promise<Result>) => {
  const barrier = makeBarrier();
  const statements: string[] = [];

  const { send } = RDSDataClient.prototype;
  const sending = vi.spyOn(RDSDataClient.prototype, 'send');
  sending.mockImplementation(function (this: RDSDataClient, ...call: Parameters<typeof send>) {
    const [{ input }] = call;
    statements.push('sql' in input ? String(input.sql) : '');

    return barrier.pass(async () => send.apply(this, call));
  });
  const { fetch } = globalThis;
  const fetching = vi.spyOn(globalThis, 'fetch');
  fetching.mockImplementation((address, init) =>
    String(address).startsWith(freshdesk.attachmentsUrl)
      ? barrier.pass(() => fetch(address, init))
      : fetch(address, init),
  );
  freshdesk.delayCalls(
    ({ signal }) =>
      new Promise<void>((goOn) => {
        barrier.pass(async () => {
          goOn();
          if (!signal.aborted) {
            await once(signal, 'abort');
          }
        });
      }),
  );

  try {
    return { result: await work(), levels: barrier.countLevels(), statements };
  } finally {
    sending.mockRestore();
    fetching.mockRestore();
    freshdesk.delayCalls(async () => {});
  }
};
