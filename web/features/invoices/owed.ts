import type { Invoice } from '#shared/contract/invoices.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { ageDayOf, isDue, isOwed, isPast } from '#shared/invoices/due-dates.ts';
import { centsFromAmount } from '#shared/money.ts';

/** An amount of one or more items, with the earliest of their due days. */
interface DueSum {
  cents: number;
  day: string;
}

interface DueDays {
  overdue: DueSum | undefined;
  /** The amount due on the next due day that has not passed. */
  next: DueSum | undefined;
}

const dueSumOf = (items: readonly OpenItem[]): DueSum | undefined => {
  const day = items.map(ageDayOf).sort()[0];
  const cents = items.reduce((sum, { amountDue }) => sum + centsFromAmount(amountDue), 0);

  return day === undefined ? undefined : { cents, day };
};

/** Sums up the overdue items, and those that are due next. */
export const sumUpDueDays = (items: readonly OpenItem[], now: Date): DueDays => {
  const due = items.filter(isDue);
  const overdue = due.filter((item) => isPast(ageDayOf(item), now));
  const ahead = due.filter((item) => !isPast(ageDayOf(item), now));
  const nextDay = ahead.map(ageDayOf).sort()[0];

  return {
    overdue: dueSumOf(overdue),
    next: dueSumOf(ahead.filter((item) => ageDayOf(item) === nextDay)),
  };
};

const compareTexts = (one: string, other: string): number => (one < other ? -1 : Number(one !== other));

/** Returns the open ones of a client's invoices, by their due day. */
export const openOf = (invoices: readonly Invoice[]): Invoice[] =>
  invoices.filter(isOwed).sort((one, other) => compareTexts(one.dueDate, other.dueDate));

/** Returns the others, as they came. */
export const settledOf = (invoices: readonly Invoice[]): Invoice[] =>
  invoices.filter((invoice) => !isOwed(invoice));

/** Returns all of them, the open ones first. */
export const openFirst = (invoices: readonly Invoice[]): Invoice[] => [
  ...openOf(invoices),
  ...settledOf(invoices),
];
