import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { InvoicePdfStore } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { pendingSteps } from '#shared/contract/invoices.ts';
import { AppError } from '#shared/errors.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';
import { documentNotFound, wordsOf } from './document-words.ts';
import { failStep } from './invoice-steps.ts';
import { auditOfReading } from './read-invoices.ts';

const VOID_NOT_READY = 'The voided PDF is being made.';

interface DownloadPorts {
  database: { invoicePdfs: Pick<InvoicePdfStore, 'findFile' | 'loseFile'> };
  invoiceFiles: Pick<InvoiceFiles, 'download'>;
}

/**
 * Reads the PDF of an invoice or a credit note. Someone else's answers "not found", like a missing one. A PDF that
 * somebody deleted at the drive is removed from its document, which then offers 'Create PDF' again.
 */
const downloadDocument =
  (action: RouteId, subjectOf: (id: number) => PdfSubject) =>
  async (
    { database: { invoicePdfs }, invoiceFiles }: DownloadPorts,
    reader: SessionUser,
    id: number,
    now: Date,
  ): Promise<{ fileName: string; bytes: Uint8Array }> => {
    const subject = subjectOf(id);
    const { noun } = wordsOf(subject);
    const file = await invoicePdfs.findFile(subject, auditOfReading(reader, action));
    if (!file || !(reader.role === 'admin' || file.userId === reader.userId)) {
      throw documentNotFound(subject);
    }
    if (!file.fileName || !file.driveFileId) {
      throw new AppError(
        'conflict',
        file.isVoided ? VOID_NOT_READY : `The PDF of this ${noun} is not ready yet.`,
      );
    }

    const bytes = await invoiceFiles.download({ id: file.driveFileId, driveId: file.driveId });
    if (!bytes) {
      const error = `The PDF of this ${noun} is gone from the cloud drive storage and must be made again.`;
      const steps = failStep(pendingSteps(), 'Uploading to cloud drive storage', error, now);
      await invoicePdfs.loseFile(subject, file.driveFileId, { error, steps, now });
      throw new AppError('conflict', error);
    }

    return { fileName: file.fileName, bytes };
  };

export const downloadInvoice = downloadDocument('invoices.download', (invoiceId: number) => ({ invoiceId }));

export const downloadCreditNote = downloadDocument('credit-notes.download', (creditNoteId: number) => ({
  creditNoteId,
}));
