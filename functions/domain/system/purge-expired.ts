import type { PurgeStore } from '#functions/ports/database/system/purge-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';

/** Time for which the answer to an Idempotency-Key is kept (D26). */
const ANSWERS_KEPT_MS = 24 * 60 * 60 * 1000;

const BATCH = 100;

/**
 * Deletes the records whose retention time is over (D11). The PDFs of a document are deleted before its row: if a step
 * fails, the row is still there, the run ends, and the next one continues with it. Returns how many PDFs the drive
 * holds, because a drive takes no more than 500,000 items.
 */
export const purge = async (
  {
    database,
    invoiceFiles,
  }: { database: { purge: PurgeStore }; invoiceFiles: Pick<InvoiceFiles, 'driveId' | 'remove'> },
  now: Date,
): Promise<{ driveFiles: number }> => {
  await database.purge.deleteLeftovers({ now, answersBefore: new Date(now.getTime() - ANSWERS_KEPT_MS) });
  await database.purge.deleteMailLeftovers(now);
  await database.purge.deleteOldEvents(now);
  await database.purge.deleteBankLines(now);
  await database.purge.deleteRunLines(now);
  await database.purge.deleteRetainedLedgers(now);

  for (;;) {
    const due = await database.purge.listDueDocuments(now, BATCH);

    for (const { subject, files } of due) {
      for (const file of files) {
        await invoiceFiles.remove(file);
      }
      await database.purge.deleteDocument(subject);
    }
    if (due.length < BATCH) {
      break;
    }
  }

  return { driveFiles: await database.purge.countFilesOn(invoiceFiles.driveId) };
};
