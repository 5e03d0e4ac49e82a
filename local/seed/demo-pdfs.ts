import { setTimeout as sleep } from 'node:timers/promises';

/** Time in which somebody who has just started the portal opens the first screens. */
const FIRST_SCREENS_MS = 12_000;
/** Time without a request that counts as quiet: about the duration of one PDF. */
const QUIET_MS = 1_000;
/** Longest time for which a screen with repeated requests delays the PDFs. */
const PATIENCE_MS = 10_000;

/** Records the time of the portal's last request. */
export const makeQuietWatch = () => {
  let lastRequestAt = 0;

  return {
    onRequest: () => {
      lastRequestAt = Date.now();
    },
    /** Resolves after a second without a request, at the latest at `until`. */
    waitForQuiet: async (until: number) => {
      while (Date.now() < until && Date.now() - lastRequestAt < QUIET_MS) {
        await sleep(QUIET_MS / 10);
      }
    },
  };
};

/**
 * Sends the PDF jobs that the demo data's invoices have left, one after the other and only while the portal is quiet:
 * each keeps a processor busy that the first screens need. The sweep sends the jobs that this does not send.
 */
export const sendDemoPdfs = async (waitForQuiet: (until: number) => Promise<void>): Promise<void> => {
  const { database } = await import('./whole-database.ts');
  const { jobQueues } = await import('#functions/runtime/ports/queues/job-queues-port.ts');

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
