import { auditOf, auditOfPage } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  InvoicePdfStore,
  PdfProgressRow,
} from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import type { CreditNoteProgress } from '#shared/contract/credit-notes.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { InvoiceProgress, PdfProgress } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import type { PdfSubject } from '#shared/invoices/pdf-jobs.ts';
import { wordMailReason } from '#shared/mails/mail-kinds.ts';
import { documentNotFound, wordsOf } from './document-words.ts';
import { showError } from './invoice-steps.ts';

const toProgress = ({
  error,
  notBefore,
  updatedAt,
  mail,
  ...row
}: PdfProgressRow): PdfProgress & Pick<PdfProgressRow, 'number'> => {
  const steps = showError(row.steps, { error, updatedAt });
  const completed = steps.filter((step) => step.status === 'completed').length;

  const nextTryAt = row.state === 'queued' ? notBefore : null;

  return {
    ...row,
    steps,
    nextTryAt,
    percent: Math.round((completed / steps.length) * 100),
    mail: mail && { ...mail, reason: wordMailReason(mail.reason) },
  };
};

/** A kind of document, and the names that its progress has on the wire. */
interface Kind<Progress> {
  subjectOf: (id: number) => PdfSubject;
  nameOf: (id: number, progress: ReturnType<typeof toProgress>) => Progress;
}

const INVOICE: Kind<InvoiceProgress> = {
  subjectOf: (invoiceId) => ({ invoiceId }),
  nameOf: (invoiceId, { number, ...progress }) => ({ invoiceId, invoiceNumber: number, ...progress }),
};

const CREDIT_NOTE: Kind<CreditNoteProgress> = {
  subjectOf: (creditNoteId) => ({ creditNoteId }),
  nameOf: (creditNoteId, { number, ...progress }) => ({
    creditNoteId,
    creditNoteNumber: number,
    ...progress,
  }),
};

/** Reads how far a PDF is. The browser asks again and again, so it is audited once a minute. */
const readProgressOf =
  <Progress>(action: RouteId, { subjectOf, nameOf }: Kind<Progress>) =>
  async (
    invoicePdfs: Pick<InvoicePdfStore, 'findProgress'>,
    admin: SessionUser,
    id: number,
    now: Date,
  ): Promise<Progress> => {
    const row = await invoicePdfs.findProgress(subjectOf(id), auditOfPage(admin, action, now));
    if (!row) {
      throw documentNotFound(subjectOf(id));
    }

    return nameOf(id, toProgress(row));
  };

export const readProgress = readProgressOf('invoices.progress', INVOICE);

export const readCreditNoteProgress = readProgressOf('credit-notes.progress', CREDIT_NOTE);

const REFUSALS: Record<JobState, string> = {
  queued: 'The PDF is already being made.',
  running: 'The PDF is already being made.',
  completed: 'The PDF is already there.',
  failed: 'The PDF could not be made.',
  cancelled: 'The PDF was cancelled.',
};

/** Explains why the store changed nothing: the document is missing, or the state of its PDF does not allow it. */
const explainRefusal = async (invoicePdfs: Pick<InvoicePdfStore, 'findProgress'>, subject: PdfSubject) => {
  const row = await invoicePdfs.findProgress(subject);

  return row ? new AppError('conflict', REFUSALS[row.state]) : documentNotFound(subject);
};

/** Changes the job of a PDF with one statement of its store, and audits who did it. */
const changePdf =
  <Progress>(action: RouteId, { subjectOf, nameOf }: Kind<Progress>, change: 'requeue' | 'cancel') =>
  (
    database: DatabaseOf<'invoicePdfs' | 'journal'>,
    admin: SessionUser,
    id: number,
    now: Date,
  ): Promise<Progress> =>
    database.transaction(async ({ invoicePdfs, journal }) => {
      const subject = subjectOf(id);
      const row = await invoicePdfs[change](subject, now);
      if (!row) {
        throw await explainRefusal(invoicePdfs, subject);
      }

      await journal.record(auditOf(admin, action, { record: `${wordsOf(subject).noun} ${row.number}` }));

      return nameOf(id, toProgress(row));
    });

/** Starts a PDF again from its first step. */
export const retryInvoice = changePdf('invoices.retry', INVOICE, 'requeue');

export const retryCreditNote = changePdf('credit-notes.retry', CREDIT_NOTE, 'requeue');

/** Cancels a PDF that no worker has begun; the invoice keeps its number. */
export const cancelInvoice = changePdf('invoices.cancel', INVOICE, 'cancel');
