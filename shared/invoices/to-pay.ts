import type { Debt } from '../contract/payments/ledger-payments.ts';
import { centsFromAmount } from '../money.ts';
import { ageDayOf, isDue, isPast } from './due-dates.ts';

/** Number of due days that are named; the portal shows them all. */
const DAYS_MAX = 5;

export interface ToPay {
  overdueCents: number;
  /** The next days on which something is due. */
  days: [day: string, cents: number][];
  /** What is due after them. */
  laterCents: number;
}

/** What to pay by when: what is overdue, each day that comes, and the rest. */
export const planToPay = ({ owed, items }: Pick<Debt, 'owed' | 'items'>, now: Date): ToPay => {
  const centsByDay = new Map<string, number>();
  for (const item of items.filter(isDue)) {
    const day = isPast(ageDayOf(item), now) ? 'overdue' : ageDayOf(item);
    centsByDay.set(day, (centsByDay.get(day) ?? 0) + centsFromAmount(item.amountDue));
  }
  const { overdue: overdueCents = 0, ...coming } = Object.fromEntries(centsByDay);
  const days = Object.entries(coming)
    .sort(([one], [other]) => one.localeCompare(other))
    .slice(0, DAYS_MAX);

  return {
    overdueCents,
    days,
    laterCents: centsFromAmount(owed) - days.reduce((sum, [, cents]) => sum + cents, overdueCents),
  };
};
