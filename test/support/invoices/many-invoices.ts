import { setTimeout as sleep } from 'node:timers/promises';
import { asc, eq } from 'drizzle-orm';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { makeRandom } from '#local/seed/random.ts';
import { readFastClock } from '#test/support/faults/fast-clock.ts';
import { descendantsOf, isRunning } from '#test/support/faults/start-process.ts';
import { addSignedInUser, addUser } from '#test/support/portal/accounts.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { startWorkingPortal, type Workers } from '#test/support/portal/working-portal.ts';
import { listStoredPdfs } from './invoice-jobs.ts';
import { issueInvoice } from './issue-invoice.ts';

const SECONDS_BETWEEN_KILLS = 0.5;
const ISSUED_AT_ONCE = 10;

/** Kills workers and their Chromiums by turns, each chosen at random. */
const killAtRandom = async (kills: number, workers: Workers) => {
  const random = makeRandom(kills);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(SECONDS_BETWEEN_KILLS * 1000);
    const victims = kill % 2 === 0 ? workers.processIds() : workers.processIds().flatMap(descendantsOf);
    const alive = victims.filter(isRunning);
    if (alive.length > 0) {
      process.kill(random.pick(alive), 'SIGKILL');
    }
  }
};

/** Sweeps as the schedule does, and retries after five failed tries, until every PDF is stored. */
const waitUntilDone = async (portal: TestPortal, admin: { cookie: string }, count: number) => {
  const { sweepJobs } = await import('#functions/domain/jobs/sweep-jobs.ts');
  const { database } = await import('#local/seed/whole-database.ts');
  const { jobQueues } = await import('#functions/runtime/ports/queues/job-queues-port.ts');
  const { deadLetters } = await import('#functions/runtime/ports/queues/dead-letters-port.ts');

  for (;;) {
    const rows = await portal.connection
      .select({ invoiceId: jobs.key, state: jobs.state })
      .from(jobs)
      .where(eq(jobs.kind, 'invoice-pdf'));
    if (rows.length === count && rows.every(({ state }) => state === 'completed')) {
      return;
    }

    for (const { invoiceId } of rows.filter(({ state }) => state === 'failed')) {
      await portal.call('POST', `/api/invoices/${invoiceId}/retry`, admin);
    }
    await sweepJobs({ database, jobQueues, deadLetters }, readFastClock());
    await sleep(500);
  }
};

/**
 * Issues invoices on a real PostgreSQL while workers make their PDFs, and workers or their Chromiums are killed at
 * random moments. Resolves when every job is completed, with the numbers in the order of issue and the stored files.
 */
export const createManyPdfs = async (wanted: { invoices: number; workers: number; kills: number }) => {
  const { portal, workers, stop } = await startWorkingPortal(wanted.workers);

  try {
    const admin = await addSignedInUser(portal, { user_role: 'admin' });
    const userId = await addUser(portal, {});
    const killing = killAtRandom(wanted.kills, workers);
    for (let issued = 0; issued < wanted.invoices; issued += ISSUED_AT_ONCE) {
      const batch = Array.from({ length: Math.min(ISSUED_AT_ONCE, wanted.invoices - issued) });
      await Promise.all(batch.map(() => issueInvoice(portal, admin, userId)));
    }
    await killing;
    await waitUntilDone(portal, admin, wanted.invoices);

    const rows = await portal.connection
      .select({ number: invoices.invoice_number, fileName: invoices.file_name })
      .from(invoices)
      .orderBy(asc(invoices.invoice_number));

    return { rows, storedPdfs: listStoredPdfs(portal).toSorted() };
  } finally {
    await stop();
  }
};
