import * as z from 'zod';
import {
  type Debt,
  type ListedPayment,
  type OpenItem,
  type Payment,
  paymentBody,
  positiveAmount,
} from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { ageDayOf, isDue, isPast } from '#shared/invoices/due-dates.ts';
import { FUTURE_DATE } from '#shared/invoices/ledger-words.ts';
import { amountFromCents, centsFromAmount } from '#shared/money.ts';
import { entryFromAmount, readAmount } from '../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { today } from '../../lib/money/today.ts';

const { amount, method, reference, note } = paymentBody.shape;

/** The day on which the bank moved money: today, if no other one is chosen. */
export const bankDay = paymentBody.shape.date.refine((day) => day <= today(), FUTURE_DATE);

/** The contract's payment as form values: amounts are texts as typed. */
export const paymentForm = z.object({
  date: bankDay,
  amount: amountEntry.pipe(amount),
  method,
  reference: reference.nonoptional(),
  note: note.nonoptional(),
  allocations: z.array(
    z.object({ invoiceId: z.number().nullable(), amount: amountEntry.pipe(positiveAmount) }),
  ),
});
export type PaymentForm = z.input<typeof paymentForm>;
export type ReadyPayment = z.output<typeof paymentForm>;

/** Returns the first values of the form: those of the payment that the new one replaces, if there is one. */
export const newPayment = (replaced?: Payment): PaymentForm => ({
  date: replaced?.bankDate ?? today(),
  amount: replaced ? entryFromAmount(replaced.amount) : '',
  method: replaced?.method ?? 'eft',
  reference: replaced?.reference ?? '',
  note: replaced?.note ?? '',
  allocations: [],
});

/** Returns the typed amount of each chosen invoice, in cents by its id; that of the opening balance by null. */
export const namedCentsOf = ({ allocations }: Pick<PaymentForm, 'allocations'>): Map<number | null, number> =>
  new Map(
    allocations.map(({ invoiceId, amount: entry }) => [
      invoiceId,
      Math.max(0, centsFromAmount(readAmount(entry))),
    ]),
  );

/** True if a payment of this bank date and amount was recorded before and stands. */
export const isRecorded = (
  payments: readonly Pick<ListedPayment, 'kind' | 'bankDate' | 'amount' | 'reversedAt'>[],
  typed: Pick<PaymentForm, 'date' | 'amount'>,
) =>
  payments.some(
    (payment) =>
      payment.kind === 'payment' &&
      payment.reversedAt === null &&
      payment.bankDate === typed.date &&
      payment.amount === readAmount(typed.amount),
  );

/**
 * Returns the amount for a newly chosen invoice: what is due and written off, but at most the unused part of the payment.
 */
export const entryForInvoice = ({ amountDue, writtenOff }: OpenItem, form: PaymentForm): string => {
  const named = [...namedCentsOf(form).values()].reduce((sum, cents) => sum + cents, 0);
  const leftCents = centsFromAmount(readAmount(form.amount)) - named;
  const payableCents = centsFromAmount(amountDue) + centsFromAmount(writtenOff);

  return entryFromAmount(amountFromCents(leftCents > 0 ? Math.min(leftCents, payableCents) : payableCents));
};

const OLD_DAYS = 90;

/** True for a day so long ago that it is more likely a slip. */
export const isOldDay = (day: string): boolean => day !== '' && day < dayAfter(new Date(), -OLD_DAYS);

/** An amount that is often paid, which a press fills in. */
export interface LikelyAmount {
  label: string;
  cents: number;
}

/** Returns all that is owed and the overdue part of it, unless that is all or nothing. */
export const likelyAmounts = ({ owed, items }: Debt, now: Date): LikelyAmount[] => {
  const owedCents = centsFromAmount(owed);
  const due = items.filter(isDue);
  const overdue = due.filter((item) => isPast(ageDayOf(item), now));
  const overdueCents = overdue.reduce((sum, { amountDue }) => sum + centsFromAmount(amountDue), 0);
  // The items are listed by age, so all that is overdue is listed if an item that is not overdue follows.
  const isPart = overdueCents > 0 && overdue.length < due.length;

  return [
    ...(owedCents > 0 ? [{ label: 'All', cents: owedCents }] : []),
    ...(isPart ? [{ label: 'Overdue', cents: overdueCents }] : []),
  ];
};
