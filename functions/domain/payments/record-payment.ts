import { auditOf } from '#functions/domain/audit.ts';
import { invoiceNotFound } from '#functions/domain/invoices/read-invoices.ts';
import { lockAccount } from '#functions/domain/payments/lock-account.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  LedgerStore,
  NewPayment,
  RefusedName,
} from '#functions/ports/database/payments/ledger-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { RouteId } from '#shared/contract/index.ts';
import type { Payment, PaymentOrder } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter, formatDateShort, yearBefore } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { FUTURE_DATE } from '#shared/invoices/ledger-words.ts';
import { amountFromCents, centsFromAmount, formatRand } from '#shared/money.ts';
import { newPayment } from './new-payment.ts';

export interface PaymentToWrite extends PaymentOrder {
  userId: number;
  /** What its audit row holds beside the amount. */
  changes?: NewPayment['changes'];
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

const refuseName = ({ position, invoiceId, reason, dueCents, writtenOffCents }: RefusedName, at: string) => {
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

interface Writing {
  mailSettings: MailSettings;
  admin: SessionUser;
  action: RouteId;
  now: Date;
}

/**
 * Records payments of locked accounts. Each pays the named invoices and then the items that are due the longest; the rest
 * is credit.
 */
export const writePayments = async (
  ledger: Pick<LedgerStore, 'recordPayments' | 'recover' | 'settle'>,
  payments: readonly PaymentToWrite[],
  { mailSettings, admin, action, now }: Writing,
): Promise<Payment[]> => {
  payments.forEach(refuseAmbiguous);
  const audit = auditOf(admin, action);
  const {
    recorded,
    refused: [refused],
  } = await ledger.recordPayments(
    payments.map(({ amount, allocations, reference = null, note = null, replaces = null, ...payment }) =>
      newPayment(
        {
          ...payment,
          amountCents: centsFromAmount(amount),
          reference,
          note,
          replaces,
          named: allocations.map((name) => ({
            invoiceId: name.invoiceId,
            amountCents: centsFromAmount(name.amount),
          })),
          actorId: admin.userId,
        },
        { mailSettings, now },
      ),
    ),
    { ...audit, now },
  );
  if (refused) {
    throw refuseName(refused, refused.payment.at);
  }

  const written: Payment[] = [];
  for (const { payment, paymentId, date, writtenBy, recoveredCents } of recorded) {
    const { userId, amountCents, named, method, reference, note } = payment;
    if (recoveredCents > 0) {
      await ledger.recover({ userId, paymentId, named, audit, now });
    }
    const allocated = await ledger.settle(userId, {
      on: null,
      named: { creditId: paymentId, invoices: named },
    });
    const allocatedCents = allocated.reduce((sum, part) => sum + part.amountCents, 0);
    written.push({
      id: paymentId,
      userId,
      kind: 'payment',
      date,
      bankDate: payment.date,
      amount: amountFromCents(amountCents),
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
    });
  }

  return written;
};

/** Records one payment of a locked account. */
export const writePayment = async (
  ledger: Pick<LedgerStore, 'recordPayments' | 'recover' | 'settle'>,
  payment: PaymentToWrite,
  by: Writing,
): Promise<Payment> => {
  const [written] = await writePayments(ledger, [payment], by);
  if (!written) {
    throw new Error('No payment was recorded');
  }

  return written;
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
  const payment = { ...order, userId, at: '', ...(replaces !== undefined && { changes: { replaces } }) };

  return database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    await requireDay(ledger, userId, order, today);

    return writePayment(ledger, payment, { mailSettings, admin, action: 'payments.record', now });
  });
};
