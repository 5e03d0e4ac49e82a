import { join } from 'node:path';
import { and, eq } from 'drizzle-orm';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { openItemStore } from '#local/drive/items.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';

/** What the queue says to a worker of the invoice's PDF. */
export const pdfMessage = (invoiceId: number) => ({ key: String(invoiceId) });

const isPdfOf = (invoiceId: number) => and(eq(jobs.kind, 'invoice-pdf'), eq(jobs.key, String(invoiceId)));

/** Hands the job its message as the queue does; rejects if the job fails. */
export const runPdfJob = (portal: Pick<TestPortal, 'runJob'>, invoiceId: number): Promise<unknown> =>
  portal.runJob('invoice-pdf', { Records: [{ body: JSON.stringify(pdfMessage(invoiceId)) }] });

type JobRow = typeof jobs.$inferSelect;

export const readJobRow = async ({ connection }: TestPortal, invoiceId: number): Promise<JobRow> => {
  const [row] = await connection.select().from(jobs).where(isPdfOf(invoiceId));
  if (!row) {
    throw new Error(`Invoice ${invoiceId} has no job`);
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

/** Lets the wait of a PDF that backs off be over. */
export const endPdfWait = (portal: TestPortal, invoiceId: number) =>
  changeJobRow(portal, invoiceId, { not_before: null });

/** Lets a PDF fail as the last of three days' tries does, because the drive does not answer. */
export const parkPdf = async (portal: TestPortal, invoiceId: number) => {
  const threeDaysAgo = new Date(Date.now() - 3 * 24 * 3_600_000).toISOString();
  await changeJobRow(portal, invoiceId, { attempts: 74, first_tried_at: threeDaysAgo });
  portal.drive.failNext('files.create', 503);
  await runPdfJob(portal, invoiceId).catch(() => undefined);
};

/** The names of the PDFs on the shared drive and not in its trash, read from where its stand-in keeps them. */
export const listStoredPdfs = ({ dataFolder }: Pick<TestPortal, 'dataFolder'>): string[] =>
  openItemStore(join(dataFolder, 'drive', 'items'))
    .list()
    .filter((item) => item.mimeType === 'application/pdf' && !item.trashed)
    .map((item) => item.name);
