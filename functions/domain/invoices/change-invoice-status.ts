import { auditOf } from '#functions/domain/audit.ts';
import { newPayment } from '#functions/domain/payments/new-payment.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { Invoice, StatusChange } from '#shared/contract/invoices.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { centsFromAmount } from '#shared/money.ts';
import { invoiceNotFound } from './read-invoices.ts';

type StatusDatabase = DatabaseOf<'invoices' | 'ledger' | 'journal' | 'billedServices'>;

interface StatusPorts {
  database: StatusDatabase;
  mailSettings: MailSettings;
}

/** An invoice whose account the transaction has locked. */
interface Change {
  userId: number;
  invoice: Invoice;
  reason: string | null;
  mailSettings: MailSettings;
  admin: SessionUser;
  now: Date;
}

/** A tax invoice, one of a closed month and one that has a credit note can only be credited (D65). */
const refuseVoid = ({
  isTaxInvoice,
  isOfOpenMonth,
  credited,
}: {
  isTaxInvoice: boolean;
  isOfOpenMonth: boolean;
  credited: number;
}) => {
  if (isTaxInvoice) {
    throw new AppError(
      'credit_note_needed',
      'A tax invoice cannot be voided. Issue a credit note over all of it.',
    );
  }
  if (!isOfOpenMonth) {
    throw new AppError(
      'credit_note_needed',
      'The month of this invoice is closed. Issue a credit note over all of it.',
    );
  }
  if (credited > 0) {
    throw new AppError(
      'credit_note_needed',
      'This invoice has a credit note. Issue another one over the rest of it.',
    );
  }
};

const WRITTEN_OFF = 'A part of this invoice is written off. Undo the write-off first.';

const notChangeable = (status: string) =>
  new AppError('conflict', `This invoice can no longer be marked ${status}.`);

/** Records a payment of today over the amount due (D62). */
const markPaid = async (
  { ledger }: StatusDatabase,
  { userId, invoice, mailSettings, admin, now }: Change,
) => {
  const amountCents = centsFromAmount(invoice.amountDue);
  if (amountCents === 0) {
    throw notChangeable('paid');
  }
  const payment = newPayment(
    {
      userId,
      date: dayAfter(now, 0),
      amountCents,
      method: 'other',
      named: [{ invoiceId: invoice.id, amountCents }],
      actorId: admin.userId,
      record: `invoice ${invoice.invoiceNumber} of user ${userId}`,
      changes: { status: 'paid' },
    },
    { mailSettings, now },
  );
  const { recorded } = await ledger.recordPayments([payment], { ...auditOf(admin, 'invoices.status'), now });
  const [paid] = recorded;
  if (!paid) {
    throw notChangeable('paid');
  }
  await ledger.settle(userId, { on: null, named: { creditId: paid.paymentId, invoices: payment.named } });
};

/** Takes the invoice out of the account: what was paid for it becomes credit, which pays what else is owed (D53). */
const makeVoid = async (
  { invoices, ledger, journal, billedServices }: StatusDatabase,
  { userId, invoice, reason, admin, now }: Change,
) => {
  const today = dayAfter(now, 0);
  const changed = await invoices.makeVoid(invoice.id, ['pending', 'paid'], now);
  if (!changed) {
    throw notChangeable('void');
  }
  refuseVoid({ ...changed, credited: invoice.credited });
  await ledger.endAllocations({ invoiceId: invoice.id }, today);
  await ledger.reverseInvoice(invoice.id, today, { adminId: admin.userId, reason, now });
  await ledger.settle(userId, { on: today });
  const freed = await billedServices.end(invoice.id, now);
  if (freed.length > 0) {
    await billedServices.placeRepeats(freed);
  }
  await journal.record(
    auditOf(admin, 'invoices.status', {
      record: `invoice ${invoice.invoiceNumber} of user ${userId}`,
      changes: { status: 'void', amount: invoice.totalAmount },
    }),
    { userId, activityType: 'payment', description: `Invoice ${invoice.invoiceNumber} voided` },
  );
};

/** Changes pending to paid or void, and paid to void; refuses any other change. */
export const changeInvoiceStatus = (
  { database, mailSettings }: StatusPorts,
  admin: SessionUser,
  { invoiceId, status, reason = null }: { invoiceId: number } & StatusChange,
  now: Date,
): Promise<Invoice> =>
  database.transaction(async (transaction) => {
    const userId = await transaction.ledger.findAccountOfInvoice(invoiceId);
    // The client may be deleted while the transaction waits for the lock; then the invoice is gone, too.
    const isLocked = userId !== undefined && (await transaction.ledger.lock(userId));
    const found = isLocked ? await transaction.invoices.find(invoiceId) : undefined;
    if (userId === undefined || !found) {
      throw invoiceNotFound();
    }

    if (found.invoice.writtenOff > 0) {
      throw new AppError('conflict', WRITTEN_OFF);
    }
    const change = { userId, invoice: found.invoice, reason, mailSettings, admin, now };
    await { paid: markPaid, void: makeVoid }[status](transaction, change);

    return { ...found.invoice, status, amountDue: 0, ...(status === 'void' && { fileName: null }) };
  });
