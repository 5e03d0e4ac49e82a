import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { invoiceJobs } from '#functions/database/schema/invoices.ts';
import { openItemStore } from '#local/drive/items.ts';
import type { TestPortal } from './portal.ts';

/** Hands the job its message as the queue does; rejects if the job fails. */
export const runPdfJob = (portal: Pick<TestPortal, 'runJob'>, invoiceId: number): Promise<unknown> =>
  portal.runJob('invoice-pdf', { Records: [{ body: JSON.stringify({ invoiceId }) }] });

type JobRow = typeof invoiceJobs.$inferSelect;

export const readJobRow = async ({ connection }: TestPortal, invoiceId: number): Promise<JobRow> => {
  const [row] = await connection.select().from(invoiceJobs).where(eq(invoiceJobs.invoice_id, invoiceId));
  if (!row) throw new Error(`Invoice ${invoiceId} has no job`);

  return row;
};

export const changeJobRow = async (
  { connection }: TestPortal,
  invoiceId: number,
  change: Partial<JobRow>,
) => {
  await connection.update(invoiceJobs).set(change).where(eq(invoiceJobs.invoice_id, invoiceId));
};

/** The names of the PDFs on the shared drive and not in its trash, read from where its stand-in keeps them. */
export const listStoredPdfs = ({ dataFolder }: Pick<TestPortal, 'dataFolder'>): string[] =>
  openItemStore(join(dataFolder, 'drive', 'items'))
    .list()
    .filter((item) => item.mimeType === 'application/pdf' && !item.trashed)
    .map((item) => item.name);
