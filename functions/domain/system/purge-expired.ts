import type { PurgeStore } from '#functions/ports/database/system/purge-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';

/** How long the answer to an Idempotency-Key is kept (D26). */
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

const BATCH = 100;

/**
 * Deletes what has outlived its time (D11). The PDF of an invoice goes before its row: where a step fails,
 * the row is still there, the run ends, and the next one goes on with it. Answers how many PDFs the drive holds, which
 * takes no more than 500,000 items.
 */
export const purge = async (
  {
    database,
    invoiceFiles,
  }: { database: { purge: PurgeStore }; invoiceFiles: Pick<InvoiceFiles, 'driveId' | 'remove'> },
  now: Date,
): Promise<{ driveFiles: number }> => {
  await database.purge.deleteLeftovers({ now, answersBefore: new Date(now.getTime() - ANSWERS_KEPT_MS) });

  for (;;) {
    const due = await database.purge.listDueInvoices(now, BATCH);

    for (const { id, driveFileId, driveId } of due) {
      if (driveFileId) {
        await invoiceFiles.remove({ id: driveFileId, driveId });
      }
      await database.purge.deleteInvoice(id);
    }
    if (due.length < BATCH) {
      break;
    }
  }

  return { driveFiles: await database.purge.countFilesOn(invoiceFiles.driveId) };
};
