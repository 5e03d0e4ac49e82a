import { setTimeout as sleep } from 'node:timers/promises';

/** Who has just started the portal opens its first screens in these seconds. */
const FIRST_SCREENS_MS = 12_000;
/** Nobody has asked for anything for so long: about the time of one PDF. */
const QUIET_MS = 1_000;
/** A screen that asks again and again does not hold the PDFs up for longer. */
const PATIENCE_MS = 10_000;
/** So long after the start even a screen that asks all the time holds back the first PDF. */
export const HELD_BACK_MS = FIRST_SCREENS_MS + PATIENCE_MS;

/** Hears when the portal was asked for something. */
export const makeQuietWatch = () => {
  let lastRequestAt = 0;

  return {
    onRequest: () => {
      lastRequestAt = Date.now();
    },
    /** Resolves once nobody has asked for anything for a second, at the latest at `until`. */
    waitForQuiet: async (until: number) => {
      while (Date.now() < until && Date.now() - lastRequestAt < QUIET_MS) {
        await sleep(QUIET_MS / 10);
      }
    },
  };
};

/**
 * Sends the PDF jobs of the demo's invoices, which the filling has left, one after the other in quiet moments: each keeps
 * a processor busy, and the first screens need it. What this does not send is sent by the sweep.
 */
export const sendDemoPdfs = async (waitForQuiet: (until: number) => Promise<void>): Promise<void> => {
  const { database } = await import('#functions/runtime/ports/database-port.ts');
  const { jobQueues } = await import('#functions/runtime/ports/job-queues-port.ts');

  await sleep(FIRST_SCREENS_MS);
  const until = Date.now() + PATIENCE_MS;
  for (;;) {
    await waitForQuiet(until);
    const now = new Date();
    const never = new Date(0);
    const times = { now, lostBefore: never, deadBefore: never, neverSentBefore: now };
    const [job] = await database.jobs.takeUnsent(times, 1);
    if (!job) {
      return;
    }
    await jobQueues[job.kind].send(job.key);
    await sleep(QUIET_MS);
  }
};
