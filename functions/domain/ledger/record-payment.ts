import { auditOf } from '#functions/domain/audit.ts';
import { invoiceNotFound } from '#functions/domain/invoices/read-invoices.ts';
import { lockAccount } from '#functions/domain/ledger/lock-account.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { RefusedName } from '#functions/ports/database/ledger/ledger-store.ts';
import type { MailSettings } from '#functions/ports/mail-settings.ts';
import type { Payment, PaymentOrder } from '#shared/contract/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import { FUTURE_DATE } from '#shared/ledger-words.ts';
import { amountFromCents, centsFromAmount, formatRand } from '#shared/money.ts';

/** Only a payment of the last days is news to the client. */
const MAILED_DAYS = 7;

const refuseField = (field: string, sentence: string) =>
  new AppError('unprocessable', sentence, { fields: { [field]: sentence } });

const refuseAmbiguous = ({ amount, allocations }: PaymentOrder): void => {
  let left = centsFromAmount(amount);
  const seen = new Set<number>();
  for (const [position, { invoiceId, amount: part }] of allocations.entries()) {
    if (seen.has(invoiceId)) {
      throw refuseField(`allocations.${position}.invoiceId`, 'This invoice is named twice.');
    }
    seen.add(invoiceId);
    left -= centsFromAmount(part);
    if (left < 0) {
      throw refuseField(`allocations.${position}.amount`, 'Together the invoices get more than the payment.');
    }
  }
};

const refuseName = ({ position, reason, dueCents }: RefusedName) => {
  if (reason === 'missing') {
    return invoiceNotFound();
  }
  const field = `allocations.${position}`;

  return reason === 'void'
    ? refuseField(`${field}.invoiceId`, 'This invoice is void.')
    : refuseField(`${field}.amount`, `This invoice owes ${formatRand(dueCents)}.`);
};

interface RecordPorts {
  database: DatabaseOf<'ledger'>;
  mailSettings: MailSettings;
}

/** Records a payment, which pays the named invoices and then what is due the longest. What is left is credit. */
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
  refuseAmbiguous(order);

  const { date, method, reference = null, note = null } = order;
  const amountCents = centsFromAmount(order.amount);
  const named = order.allocations.map((name) => ({
    invoiceId: name.invoiceId,
    amountCents: centsFromAmount(name.amount),
  }));

  return database.transaction(async ({ ledger }) => {
    await lockAccount(ledger, userId);
    const recorded = await ledger.recordPayment({
      userId,
      date,
      amountCents,
      method,
      reference,
      note,
      named,
      ordersMail: mailSettings.isOn && date >= dayAfter(now, -MAILED_DAYS),
      audit: auditOf(admin, 'ledger.record'),
      activity: `Payment of ${formatRand(amountCents)} received`,
      now,
    });
    if ('refused' in recorded) {
      throw recorded.refused[0] ? refuseName(recorded.refused[0]) : new Error('No payment was recorded');
    }

    const { paymentId } = recorded;
    const allocated = await ledger.settle(userId, { on: null, named: { paymentId, invoices: named } });
    const allocatedCents = allocated.reduce((sum, part) => sum + part.amountCents, 0);

    return {
      id: paymentId,
      userId,
      kind: 'payment',
      date,
      amount: order.amount,
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
    };
  });
};
