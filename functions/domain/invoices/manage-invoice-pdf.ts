import { auditOf, auditOfPage } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { InvoiceProgressRow, InvoiceStore } from '#functions/ports/database/invoices/invoice-store.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { InvoiceProgress } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { AppError } from '#shared/errors.ts';
import { wordMailReason } from '#shared/mail-kinds.ts';
import { showError } from './invoice-steps.ts';
import { invoiceNotFound } from './read-invoices.ts';

const toProgress = ({ error, notBefore, updatedAt, mail, ...row }: InvoiceProgressRow): InvoiceProgress => {
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

/** Reads how far a PDF is. The browser asks again and again, so it is audited once a minute. */
export const readProgress = async (
  invoices: Pick<InvoiceStore, 'findProgress'>,
  admin: SessionUser,
  invoiceId: number,
  now: Date,
): Promise<InvoiceProgress> => {
  const row = await invoices.findProgress(invoiceId, auditOfPage(admin, 'invoices.progress', now));
  if (!row) {
    throw invoiceNotFound();
  }

  return toProgress(row);
};

const REFUSALS: Record<JobState, string> = {
  queued: 'The PDF is already being made.',
  running: 'The PDF is already being made.',
  completed: 'The PDF is already there.',
  failed: 'The PDF could not be made.',
  cancelled: 'The PDF was cancelled.',
};

/** Explains why the store changed nothing: the invoice is missing, or the state of its PDF does not allow it. */
const explainRefusal = async (invoices: Pick<InvoiceStore, 'findProgress'>, invoiceId: number) => {
  const row = await invoices.findProgress(invoiceId);

  return row ? new AppError('conflict', REFUSALS[row.state]) : invoiceNotFound();
};

/** Changes the job of an invoice's PDF with one statement of its store, and audits who did it. */
const changePdf =
  (action: RouteId, change: 'requeue' | 'cancel') =>
  (
    database: DatabaseOf<'invoices' | 'invoicePdfs' | 'journal'>,
    admin: SessionUser,
    invoiceId: number,
    now: Date,
  ): Promise<InvoiceProgress> =>
    database.transaction(async ({ invoices, invoicePdfs, journal }) => {
      const row = await invoicePdfs[change](invoiceId, now);
      if (!row) {
        throw await explainRefusal(invoices, invoiceId);
      }

      await journal.record(auditOf(admin, action, { record: `invoice ${row.invoiceNumber}` }));

      return toProgress(row);
    });

/** Starts a PDF again from its first step. */
export const retryInvoice = changePdf('invoices.retry', 'requeue');

/** Cancels a PDF that no worker has begun; the invoice keeps its number. */
export const cancelInvoice = changePdf('invoices.cancel', 'cancel');
