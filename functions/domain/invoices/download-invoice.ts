import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { InvoicePdfStore } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { InvoiceStore } from '#functions/ports/database/invoices/invoice-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import { pendingSteps } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import { failStep } from './invoice-steps.ts';
import { auditOfReading, invoiceNotFound } from './read-invoices.ts';

const NOT_READY = 'The PDF of this invoice is not ready yet.';
const VOID_NOT_READY = 'The voided PDF is being made.';
const FILE_GONE = 'The PDF of this invoice is gone from the cloud drive storage and must be made again.';

/**
 * Reads the PDF of an invoice. Someone else's invoice answers "not found", like a missing one. A PDF that somebody
 * deleted at the drive is removed from its invoice, whose row then offers 'Create PDF' again.
 */
export const downloadInvoice = async (
  {
    database,
    invoiceFiles,
  }: {
    database: {
      invoices: Pick<InvoiceStore, 'findFile'>;
      invoicePdfs: Pick<InvoicePdfStore, 'loseFile'>;
    };
    invoiceFiles: Pick<InvoiceFiles, 'download'>;
  },
  reader: SessionUser,
  invoiceId: number,
  now: Date,
): Promise<{ fileName: string; bytes: Uint8Array }> => {
  const file = await database.invoices.findFile(invoiceId, auditOfReading(reader, 'invoices.download'));
  if (!file || !(reader.role === 'admin' || file.userId === reader.userId)) {
    throw invoiceNotFound();
  }
  if (!file.fileName || !file.driveFileId) {
    throw new AppError('conflict', file.status === 'void' ? VOID_NOT_READY : NOT_READY);
  }

  const bytes = await invoiceFiles.download({ id: file.driveFileId, driveId: file.driveId });
  if (!bytes) {
    const steps = failStep(pendingSteps(), 'Uploading to cloud drive storage', FILE_GONE, now);
    await database.invoicePdfs.loseFile(
      { invoiceId, driveFileId: file.driveFileId },
      { error: FILE_GONE, steps, now },
    );
    throw new AppError('conflict', FILE_GONE);
  }

  return { fileName: file.fileName, bytes };
};
