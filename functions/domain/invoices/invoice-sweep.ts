import type { Database } from '#functions/ports/database/database.ts';
import type { InvoiceDeadLetters } from '#functions/ports/invoice-dead-letters.ts';
import type { InvoiceQueue } from '#functions/ports/invoice-queue.ts';
import { failStep, reachedStep } from './invoice-steps.ts';

/** Longer than a lease and the queue's visibility timeout together. */
const LOST_AFTER_MS = 2 * 60_000;
const BATCH = 50;

/** Jobs whose message was never sent, or was lost, are sent again. */
const sendUnsent = async (
  { database, invoiceQueue }: { database: Pick<Database, 'invoiceJobs'>; invoiceQueue: InvoiceQueue },
  now: Date,
) => {
  const invoiceIds = await database.invoiceJobs.listUnsent(new Date(now.getTime() - LOST_AFTER_MS), BATCH);
  if (invoiceIds.length === 0) return;

  await Promise.all(invoiceIds.map((invoiceId) => invoiceQueue.send(invoiceId)));
  await database.invoiceJobs.markSent(invoiceIds, now);
};

/** A message that no worker could take to an end: its job is parked, and can be started again. */
const failDeadLetters = async (
  {
    database,
    invoiceDeadLetters,
  }: {
    database: Pick<Database, 'invoices' | 'invoiceJobs'>;
    invoiceDeadLetters: InvoiceDeadLetters;
  },
  now: Date,
) => {
  for (const { invoiceId, remove } of await invoiceDeadLetters.receive()) {
    const job = await database.invoices.findProgress(invoiceId);
    if (job) {
      const sentence = 'The PDF could not be made after several tries.';
      const steps = failStep(job.steps, reachedStep(job.steps), sentence, now);
      await database.invoiceJobs.fail(invoiceId, steps, now);
    }
    await remove();
  }
};

export const sweepInvoiceJobs = async (
  ports: {
    database: Pick<Database, 'invoices' | 'invoiceJobs'>;
    invoiceQueue: InvoiceQueue;
    invoiceDeadLetters: InvoiceDeadLetters;
  },
  now: Date,
): Promise<void> => {
  await Promise.all([failDeadLetters(ports, now), sendUnsent(ports, now)]);
};
