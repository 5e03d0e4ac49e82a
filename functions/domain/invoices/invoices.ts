import { auditOf } from '#functions/domain/audit.ts';
import { sendJob } from '#functions/domain/jobs/jobs.ts';
import { requireUser } from '#functions/domain/users/users.ts';
import type { Database } from '#functions/ports/database/database.ts';
import type { InvoicePdfStore } from '#functions/ports/database/invoice-pdf-store.ts';
import type { InvoiceProgressRow, InvoiceStore } from '#functions/ports/database/invoice-store.ts';
import type { JobStore } from '#functions/ports/database/job-store.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { InvoiceFiles } from '#functions/ports/invoice-files.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { RouteId } from '#shared/contract/index.ts';
import { type Invoice, type InvoiceProgress, pendingSteps } from '#shared/contract/invoices.ts';
import type { JobState } from '#shared/contract/jobs.ts';
import { yearOf } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { Buyer, Supplier } from '#shared/issued-invoice.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { failStep, showError } from './invoice-steps.ts';

/** Above this a tax invoice must name the buyer's address (Value-Added Tax Act 89 of 1991, section 20(4) and (5)). */
const ABRIDGED_TAX_INVOICE_CENTS_MAX = 5_000_00;

const formatNumber = (year: number, number: number) => `INV-${year}-${String(number).padStart(6, '0')}`;

const requireAddress = (supplier: Supplier, buyer: Buyer, totalCents: number) => {
  if (!supplier.vatNumber || buyer.address || totalCents <= ABRIDGED_TAX_INVOICE_CENTS_MAX) return;

  throw new AppError(
    'unprocessable',
    `A tax invoice over ${formatRand(ABRIDGED_TAX_INVOICE_CENTS_MAX)} must show the client's address. Please add it first.`,
  );
};

/** Issues an invoice with its number, lines and queued PDF job: all of it or nothing. */
export const createInvoice = (
  { database, supplier }: { database: Database; supplier: Supplier },
  admin: SessionUser,
  order: { userId: number; lineItems: readonly { description: string; amount: number }[] },
  now: Date,
): Promise<Invoice> =>
  database.transaction(async ({ invoices, journal }) => {
    const year = yearOf(now);
    const taken = requireUser(await invoices.takeNumber(year, order.userId));
    const lines = order.lineItems.map(({ description, amount }) => ({
      description,
      amountCents: centsFromAmount(amount),
    }));
    const totalCents = lines.reduce((sum, line) => sum + line.amountCents, 0);
    requireAddress(supplier, taken.buyer, totalCents);

    const invoice = await invoices.insert({
      userId: order.userId,
      invoiceNumber: formatNumber(year, taken.number),
      totalCents,
      buyer: taken.buyer,
      supplier,
      lines,
      now,
    });
    await journal.record(
      auditOf(admin, 'invoices.create', {
        record: `invoice ${invoice.invoiceNumber} of user ${order.userId}`,
        changes: { totalAmount: invoice.totalAmount },
      }),
      {
        userId: order.userId,
        activityType: 'payment',
        description: `Invoice ${invoice.invoiceNumber} issued for ${formatRand(totalCents)}`,
      },
    );

    return invoice;
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

/** An admin reads any client's invoices, a client their own; another's answer like a missing client's. */
export const listInvoices = async (
  invoices: Pick<InvoiceStore, 'listOf'>,
  reader: SessionUser,
  userId: number,
): Promise<Invoice[]> => {
  const isAllowed = reader.role === 'admin' || reader.userId === userId;

  return requireUser(isAllowed ? await invoices.listOf(userId) : undefined);
};

const toProgress = ({ error, updatedAt, ...row }: InvoiceProgressRow): InvoiceProgress => {
  const steps = showError(row.steps, { error, updatedAt });
  const completed = steps.filter((step) => step.status === 'completed').length;

  return { ...row, steps, percent: Math.round((completed / steps.length) * 100) };
};

const invoiceNotFound = () => new AppError('not_found', 'Invoice not found');

export const readProgress = async (
  invoices: Pick<InvoiceStore, 'findProgress'>,
  invoiceId: number,
): Promise<InvoiceProgress> => {
  const row = await invoices.findProgress(invoiceId);
  if (!row) throw invoiceNotFound();

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
      if (!row) throw await explainRefusal(invoices, invoiceId);

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
 * The bytes of an invoice's PDF; a download by an administrator stands in the audit log (D33). Someone else's invoice
 * answers like a missing one. A PDF that somebody deleted at the drive is taken off its invoice, whose row then offers
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
  const isAdmin = reader.role === 'admin';
  const file = await database.invoices.findFile(
    invoiceId,
    isAdmin ? auditOf(reader, 'invoices.download') : undefined,
  );
  if (!file || !(isAdmin || file.userId === reader.userId)) throw invoiceNotFound();
  if (!file.fileName || !file.driveFileId) {
    throw new AppError('conflict', 'The PDF of this invoice is not ready yet.');
  }

  const bytes = await invoiceFiles.download(file.driveFileId);
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
