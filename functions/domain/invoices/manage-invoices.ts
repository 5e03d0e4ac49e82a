import { auditOf } from '#functions/domain/audit.ts';
import { sendJob } from '#functions/domain/jobs/manage-jobs.ts';
import { requireUser } from '#functions/domain/users/read-users.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { InvoicePdfStore } from '#functions/ports/database/invoices/invoice-pdf-store.ts';
import {
  GIVEN_NUMBER,
  type InvoiceProgressRow,
  type InvoiceStore,
} from '#functions/ports/database/invoices/invoice-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { NoteRequest } from '#functions/ports/request-note.ts';
import type { RouteId } from '#shared/contract/index.ts';
import {
  type BillingDetails,
  type Invoice,
  type InvoiceProgress,
  type InvoiceWithLines,
  type LineItem,
  pendingSteps,
} from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { dayAfter, yearOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { InvoiceLine, IssuedTerms, Seller } from '#shared/issued-invoice.ts';
import { centsFromAmount, formatRand, lineCents, VAT_PERCENT } from '#shared/money.ts';
import { type BuyerPart, MISSING_OF_BUYER, requiredOfBuyer } from '#shared/tax-invoice.ts';
import { failStep, showError } from './invoice-steps.ts';

const buyerIncomplete = (missing: readonly BuyerPart[]) => {
  const refusals = missing.map((part) => MISSING_OF_BUYER[part]);

  return new AppError('unprocessable', refusals.map(({ sentence }) => sentence).join(' '), {
    fields: Object.fromEntries(refusals.map(({ field, sentence }) => [field, sentence])),
  });
};

const toLine = (item: LineItem): InvoiceLine => ({
  description: item.description,
  unitCents: centsFromAmount(item.amount),
  quantity: item.quantity,
  amountCents: lineCents(item),
});

const toTerms = ({ bank, termsDays }: Seller, now: Date): IssuedTerms => ({
  layout: 2,
  vatPercent: VAT_PERCENT,
  bank,
  termsDays,
  dueDate: dayAfter(now, termsDays),
});

/** Issues an invoice with its number, lines and queued PDF job: all of it or nothing. */
export const createInvoice = async (
  {
    database,
    supplier: seller,
    note,
  }: { database: { invoices: Pick<InvoiceStore, 'issue'> }; supplier: Seller; note: NoteRequest },
  admin: SessionUser,
  order: { userId: number; lineItems: readonly LineItem[] },
  now: Date,
): Promise<Invoice> => {
  const lines = order.lineItems.map(toLine);
  const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
  const { invoice, missing } = requireUser(
    await database.invoices.issue({
      userId: order.userId,
      year: yearOf(now),
      totalCents,
      supplier: seller.supplier,
      terms: toTerms(seller, now),
      lines,
      requires: requiredOfBuyer(seller.supplier.vatNumber !== null, totalCents),
      audit: auditOf(admin, 'invoices.create'),
      activity: `Invoice ${GIVEN_NUMBER} issued for ${formatRand(totalCents)}`,
      now,
    }),
  );
  if (!invoice) {
    throw buyerIncomplete(missing);
  }
  note({ invoice: { id: invoice.id, number: invoice.invoiceNumber } });

  return invoice;
};

/** How new invoices are to be paid. */
export const readBillingDetails = ({ supplier, bank, termsDays }: Seller): BillingDetails => ({
  isTaxInvoice: supplier.vatNumber !== null,
  termsDays,
  bank,
});

/** Sends the queued job of an invoice; what fails here is sent by the sweep. */
export const sendInvoiceJob = (
  {
    database,
    invoicePdfQueue,
  }: { database: { jobs: Pick<JobStore, 'markSent'> }; invoicePdfQueue: JobSender },
  invoiceId: number,
  now: Date,
): Promise<void> =>
  sendJob(database.jobs, invoicePdfQueue, { kind: 'invoice-pdf', key: String(invoiceId) }, now);

/** A reading by an administrator stands in the audit log (D33). */
const auditOfReading = (reader: SessionUser, action: RouteId) =>
  reader.role === 'admin' ? auditOf(reader, action) : undefined;

/** An admin reads any client's invoices, a client their own; another's answer like a missing client's. */
export const listInvoices = async (
  invoices: Pick<InvoiceStore, 'listOf'>,
  reader: SessionUser,
  userId: number,
): Promise<Invoice[]> => {
  const isAllowed = reader.role === 'admin' || reader.userId === userId;

  return requireUser(
    isAllowed ? await invoices.listOf(userId, auditOfReading(reader, 'invoices.list')) : undefined,
  );
};

const invoiceNotFound = () => new AppError('not_found', 'Invoice not found');

/** An admin reads any invoice, a client their own; another's answers like a missing one. */
export const readInvoice = async (
  invoices: Pick<InvoiceStore, 'find'>,
  reader: SessionUser,
  invoiceId: number,
): Promise<InvoiceWithLines> => {
  const found = await invoices.find(invoiceId, auditOfReading(reader, 'invoices.read'));
  if (!found || !(reader.role === 'admin' || reader.userId === found.userId)) {
    throw invoiceNotFound();
  }

  return found.invoice;
};

const toProgress = ({ error, notBefore, updatedAt, ...row }: InvoiceProgressRow): InvoiceProgress => {
  const steps = showError(row.steps, { error, updatedAt });
  const completed = steps.filter((step) => step.status === 'completed').length;

  const nextTryAt = row.state === 'queued' ? notBefore : null;

  return { ...row, steps, nextTryAt, percent: Math.round((completed / steps.length) * 100) };
};

export const readProgress = async (
  invoices: Pick<InvoiceStore, 'findProgress'>,
  invoiceId: number,
): Promise<InvoiceProgress> => {
  const row = await invoices.findProgress(invoiceId);
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

/** Why the jobs store changed nothing: the invoice is missing, or the state of its PDF does not allow it. */
const explainRefusal = async (invoices: Pick<InvoiceStore, 'findProgress'>, invoiceId: number) => {
  const row = await invoices.findProgress(invoiceId);

  return row ? new AppError('conflict', REFUSALS[row.state]) : invoiceNotFound();
};

/** Changes the job of an invoice's PDF by one statement of its store, and notes who did. */
const changePdf =
  (action: RouteId, change: 'requeue' | 'cancel') =>
  (database: Database, admin: SessionUser, invoiceId: number, now: Date): Promise<InvoiceProgress> =>
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

const STATUS_BEFORE = { paid: ['pending'], void: ['pending', 'paid'] };

/** pending → paid or void, paid → void; anything else is refused. */
export const changeInvoiceStatus = (
  database: Database,
  admin: SessionUser,
  { invoiceId, status }: { invoiceId: number; status: 'paid' | 'void' },
  now: Date,
): Promise<Invoice> =>
  database.transaction(async ({ invoices, journal }) => {
    const changed = await invoices.changeStatus(invoiceId, STATUS_BEFORE[status], status, now);
    if (!changed) {
      const isThere = await invoices.exists(invoiceId);
      throw isThere
        ? new AppError('conflict', `This invoice can no longer be marked ${status}.`)
        : invoiceNotFound();
    }

    const { userId, invoice } = changed;
    await journal.record(
      auditOf(admin, 'invoices.status', {
        record: `invoice ${invoice.invoiceNumber} of user ${userId}`,
        changes: { status },
      }),
      {
        userId,
        activityType: 'payment',
        description: `Invoice ${invoice.invoiceNumber} ${status === 'paid' ? 'paid' : 'voided'}`,
      },
    );

    return invoice;
  });

const FILE_GONE = 'The PDF of this invoice is gone from the cloud drive storage and must be made again.';

/**
 * The bytes of an invoice's PDF. Someone else's invoice answers like a missing one. A PDF that somebody deleted at the drive is taken off its invoice, whose row then offers
 * 'Create PDF' again.
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
    throw new AppError('conflict', 'The PDF of this invoice is not ready yet.');
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
