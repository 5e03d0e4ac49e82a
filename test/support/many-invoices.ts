import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { asc } from 'drizzle-orm';
import { invoices } from '#functions/database/schema/invoices.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { startQueue } from '#local/queue.ts';
import { makeRandom } from '#local/seed/random.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { addSignedInUser, addUser } from './accounts.ts';
import { CLOCK_SPEED, readFastClock, startFastClock } from './fast-clock.ts';
import { listStoredPdfs } from './invoice-jobs.ts';
import { issueInvoice } from './issue-invoice.ts';
import { startTestPortal, type TestPortal } from './portal.ts';
import { startPostgres } from './postgres.ts';
import { descendantsOf, isRunning } from './start-process.ts';

const SECONDS_BETWEEN_KILLS = 0.5;
const ISSUED_AT_ONCE = 10;

/** Workers in processes of their own; each that dies is replaced until `end`. */
const startWorkers = (count: number) => {
  let isOver = false;
  const workers = new Set<ChildProcess>();

  const startWorker = () => {
    const worker = spawn(process.execPath, ['test/support/invoice-worker.ts'], { stdio: 'ignore' });
    workers.add(worker);
    worker.once('exit', () => {
      workers.delete(worker);
      if (!isOver) startWorker();
    });
  };
  for (let index = 0; index < count; index += 1) startWorker();

  return {
    processIds: () => [...workers].flatMap(({ pid }) => pid ?? []),
    end: () => {
      isOver = true;
      for (const worker of workers) worker.kill('SIGKILL');
    },
  };
};

/** Kills workers and their Chromiums by turns, any of them. */
const killAtRandom = async (kills: number, workers: ReturnType<typeof startWorkers>) => {
  const random = makeRandom(kills);
  for (let kill = 0; kill < kills; kill += 1) {
    await sleep(SECONDS_BETWEEN_KILLS * 1000);
    const victims = kill % 2 === 0 ? workers.processIds() : workers.processIds().flatMap(descendantsOf);
    const alive = victims.filter(isRunning);
    if (alive.length > 0) process.kill(random.pick(alive), 'SIGKILL');
  }
};

/** Sweeps as the schedule does, and presses Try again where five tries failed, until every PDF is there. */
const waitUntilDone = async (portal: TestPortal, admin: { cookie: string }, count: number) => {
  const { sweepJobs } = await import('#functions/domain/jobs/job-sweep.ts');
  const { database } = await import('#functions/runtime/ports/database.ts');
  const { jobQueues } = await import('#functions/runtime/ports/job-queues.ts');
  const { deadLetters } = await import('#functions/runtime/ports/dead-letters.ts');

  for (;;) {
    const rows = await portal.connection.select({ invoiceId: jobs.key, state: jobs.state }).from(jobs);
    if (rows.length === count && rows.every(({ state }) => state === 'completed')) return;

    for (const { invoiceId } of rows.filter(({ state }) => state === 'failed')) {
      await portal.call('POST', `/api/invoices/${invoiceId}/retry`, admin);
    }
    await sweepJobs({ database, jobQueues, deadLetters }, readFastClock());
    await sleep(500);
  }
};

/**
 * Issues invoices on a real PostgreSQL while workers make their PDFs and are killed, they or their Chromium, at
 * random moments. Resolves when every job is completed, with the numbers in the order of issue and the stored files.
 */
export const makeManyPdfs = async (wanted: { invoices: number; workers: number; kills: number }) => {
  startFastClock();
  const postgres = await startPostgres();
  const { visibilityTimeoutSeconds, maxReceiveCount } = jobKinds['invoice-pdf'].queue;
  const queue = await startQueue({
    queues: {
      'invoice-pdf': { visibilityTimeoutSeconds: visibilityTimeoutSeconds / CLOCK_SPEED, maxReceiveCount },
    },
  });
  const portal = await startTestPortal({
    databaseUrl: postgres.connectionString,
    settings: {
      AWS_ENDPOINT_URL_SQS: queue.url,
      INVOICE_PDF_QUEUE_URL: queue.queueUrl('invoice-pdf'),
      INVOICE_PDF_DEAD_LETTERS_URL: queue.deadLettersUrl('invoice-pdf'),
    },
  });
  const workers = startWorkers(wanted.workers);

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
    workers.end();
    await portal.stop();
    await queue.close();
    await postgres.stop();
  }
};
