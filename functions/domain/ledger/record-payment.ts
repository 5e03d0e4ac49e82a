import { auditOf } from '#functions/domain/audit.ts';
import { invoiceNotFound } from '#functions/domain/invoices/read-invoices.ts';
import { lockAccount } from '#functions/domain/ledger/lock-account.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  LedgerStore,
  NamedInvoice,
  RefusedName,
} from '#functions/ports/database/ledger/ledger-store.ts';
import type { AuditEntry, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { Payment, PaymentOrder } from '#shared/contract/ledger-payments.ts';
import { dayAfter, formatDateShort, yearBefore } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { FUTURE_DATE } from '#shared/ledger-words.ts';
import { amountFromCents, centsFromAmount, formatRand } from '#shared/money.ts';

/** Only a payment of the last days is news to the client. */
export const MAILED_DAYS = 7;

export interface PaymentToWrite extends PaymentOrder {
  userId: number;
  /** The place of its fields in the request, such as 'parts.0.'. */
  at: string;
}

const refuseField = (field: string, sentence: string) =>
  new AppError('unprocessable', sentence, { fields: { [field]: sentence } });

const refuseAmbiguous = ({ amount, allocations, at }: PaymentToWrite): void => {
  let left = centsFromAmount(amount);
  const seen = new Set<number | null>();
  for (const [position, { invoiceId, amount: part }] of allocations.entries()) {
    const field = `${at}allocations.${position}`;
    if (seen.has(invoiceId)) {
      throw refuseField(`${field}.invoiceId`, 'This invoice is named twice.');
    }
    seen.add(invoiceId);
    left -= centsFromAmount(part);
    if (left < 0) {
      throw refuseField(`${field}.amount`, 'Together the invoices get more than the payment.');
    }
  }
};

const refuseName = (
  { position, reason, dueCents, writtenOffCents }: RefusedName,
  { invoiceId }: NamedInvoice,
  at: string,
) => {
  const field = `${at}allocations.${position}`;
  if (reason === 'missing') {
    return invoiceId === null
      ? refuseField(`${field}.invoiceId`, 'This client has no opening balance.')
      : invoiceNotFound();
  }
  if (reason === 'void') {
    return refuseField(`${field}.invoiceId`, 'This invoice is void.');
  }
  const owes = `${invoiceId === null ? 'The opening balance' : 'This invoice'} owes ${formatRand(dueCents)}`;

  return refuseField(
    `${field}.amount`,
    writtenOffCents === 0 ? `${owes}.` : `${owes}, and ${formatRand(writtenOffCents)} of it is written off.`,
  );
};

/**
 * Returns the sentence why an account takes no payment of a day; undefined if it does. No payment is before the day of
 * an imported balance, which includes what was paid until then (D62).
 */
export const findDayFault = (
  date: string,
  { today, openingDate }: { today: string; openingDate: string | null },
): string | undefined => {
  if (date < yearBefore(today)) {
    return 'The date must be at most a year back.';
  }

  return openingDate !== null && date < openingDate
    ? `The date must not be before ${formatDateShort(openingDate)}, the day of the imported balance.`
    : undefined;
};

/** Refuses a day that is too long ago. A payment that replaces a reversed one, once, may have its day. */
const requireDay = async (
  ledger: Pick<LedgerStore, 'findReversed' | 'findOpening'>,
  userId: number,
  { date, replaces }: PaymentOrder,
  today: string,
): Promise<void> => {
  if (replaces !== undefined) {
    const replaced = await ledger.findReversed(userId, replaces);
    if (!replaced) {
      throw refuseField('replaces', 'This client has no such reversed payment.');
    }
    if (replaced.isRecordedAgain) {
      throw new AppError('conflict', 'This payment was recorded again already.');
    }
    if (date === replaced.bankDate) {
      return;
    }
  }
  const opening = date < today ? await ledger.findOpening(userId) : undefined;
  const fault = findDayFault(date, { today, openingDate: opening?.date ?? null });
  if (fault !== undefined) {
    throw refuseField('date', fault);
  }
};

/**
 * Records a payment of a locked account, which pays the named invoices and then the items that are due the longest. The
 * rest is credit. A payment of the last days orders its mail.
 */
export const writePayment = async (
  ledger: Pick<LedgerStore, 'recordPayment' | 'recover' | 'settle'>,
  payment: PaymentToWrite,
  { mailSettings, audit, now }: { mailSettings: MailSettings; audit: AuditEntry & RouteAudit; now: Date },
): Promise<Payment> => {
  refuseAmbiguous(payment);
  const { userId, date, amount, method, reference = null, note = null, replaces = null, at } = payment;
  const amountCents = centsFromAmount(amount);
  const named = payment.allocations.map((name) => ({
    invoiceId: name.invoiceId,
    amountCents: centsFromAmount(name.amount),
  }));
  const recorded = await ledger.recordPayment({
    userId,
    date,
    amountCents,
    method,
    reference,
    note,
    replaces,
    named,
    ordersMail: mailSettings.isOn && date >= dayAfter(now, -MAILED_DAYS),
    audit,
    activity: `Payment of ${formatRand(amountCents)} received`,
    now,
  });
  if ('refused' in recorded) {
    const [refused] = recorded.refused;
    const name = refused && named[refused.position];
    throw refused && name ? refuseName(refused, name, at) : new Error('No payment was recorded');
  }

  const { paymentId, writtenBy, recoveredCents } = recorded;
  if (recoveredCents > 0) {
    const { actorId, action, address } = audit;
    await ledger.recover({ userId, paymentId, named, audit: { actorId, action, address }, now });
  }
  const allocated = await ledger.settle(userId, {
    on: null,
    named: { creditId: paymentId, invoices: named },
  });
  const allocatedCents = allocated.reduce((sum, part) => sum + part.amountCents, 0);

  return {
    id: paymentId,
    userId,
    kind: 'payment',
    date: recorded.date,
    bankDate: date,
    amount,
    method,
    reference,
    note,
    allocations: allocated.map(({ amountCents: partCents, ...item }) => ({
      ...item,
      amount: amountFromCents(partCents),
    })),
    unallocated: amountFromCents(amountCents - allocatedCents),
    reversedAt: null,
    reversalReason: null,
    reversalBankDate: null,
    reversedBy: null,
    lineId: null,
    writtenBy,
    createdAt: now.toISOString(),
  };
};

interface RecordPorts {
  database: DatabaseOf<'ledger'>;
  mailSettings: MailSettings;
}

/** Records a payment that an administrator typed. */
export const recordPayment = async (
  { database, mailSettings }: RecordPorts,
  admin: SessionUser,
  userId: number,
  order: PaymentOrder,
  now: Date,
): Promise<Payment> => {
  const today = dayAfter(now, 0);
  if (order.date > today) {
    throw refuseField('date', FUTURE_DATE);
  }
  const { replaces } = order;
  const payment = { ...order, userId, at: '' };
  const audit = auditOf(admin, 'ledger.record', replaces === undefined ? {} : { changes: { replaces } });

  return database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    await requireDay(ledger, userId, order, today);

    return writePayment(ledger, payment, { mailSettings, audit, now });
  });
};
