import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { openItemStore } from '#local/drive/items.ts';
import { type PdfSubject, pdfJobKey } from '#shared/invoices/pdf-jobs.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** An invoice by its id, or any document. */
type Printed = number | PdfSubject;

const keyOf = (printed: Printed): string =>
  pdfJobKey(typeof printed === 'number' ? { invoiceId: printed } : printed);

/** Returns the queue's message for a worker of the document's PDF. */
export const pdfMessage = (printed: Printed) => ({ key: keyOf(printed) });

const isPdfOf = (printed: Printed) => and(eq(jobs.kind, 'invoice-pdf'), eq(jobs.key, keyOf(printed)));

/** Runs the job with its message, as the queue does; rejects if the job fails. */
export const runPdfJob = (portal: Pick<TestPortal, 'runTask'>, printed: Printed): Promise<unknown> =>
  portal.runTask('invoice-pdf', { Records: [{ body: JSON.stringify(pdfMessage(printed)) }] });

type JobRow = typeof jobs.$inferSelect;

export const readJobRow = async ({ connection }: TestPortal, printed: Printed): Promise<JobRow> => {
  const [row] = await connection.select().from(jobs).where(isPdfOf(printed));
  if (!row) {
    throw new Error(`Document ${keyOf(printed)} has no job`);
  }

  return row;
};

export const changeJobRow = async (
  { connection }: TestPortal,
  invoiceId: number,
  change: Partial<JobRow>,
) => {
  await connection.update(jobs).set(change).where(isPdfOf(invoiceId));
};

/** Ends the wait of a PDF job that backs off. */
export const endPdfWait = (portal: TestPortal, invoiceId: number) =>
  changeJobRow(portal, invoiceId, { not_before: null });

/** Makes a PDF job fail at the last try of three days, because the drive does not answer. */
export const parkPdf = async (portal: TestPortal, invoiceId: number) => {
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
  await changeJobRow(portal, invoiceId, { attempts: 74, first_tried_at: threeDaysAgo });
  portal.drive.failNext('files.create', 503);
  await runPdfJob(portal, invoiceId).catch(() => undefined);
};

/** Lists the names of PDFs on the shared drive outside its trash, from the storage of the stand-in. */
export const listStoredPdfs = ({ dataFolder }: Pick<TestPortal, 'dataFolder'>): string[] =>
  openItemStore(join(dataFolder, 'drive', 'items'))
    .list()
    .filter((item) => item.mimeType === 'application/pdf' && !item.trashed)
    .map((item) => item.name);
