import type { Invoice } from '#shared/contract/invoices.ts';
import { dayAfter } from '#shared/dates.ts';
import { centsFromAmount } from '#shared/money.ts';

export const isOwed = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'pending';

/**
 * True if it is unpaid after the end of its due day in Johannesburg. Old invoices without a due day are never overdue.
 */
export const isOverdue = (invoice: Pick<Invoice, 'status' | 'dueDate'>, now: Date): boolean =>
  isOwed(invoice) && invoice.dueDate !== null && invoice.dueDate < dayAfter(now, 0);

const sumCents = (invoices: readonly Pick<Invoice, 'totalAmount'>[]): number =>
  invoices.reduce((sum, { totalAmount }) => sum + centsFromAmount(totalAmount), 0);

/** An amount of one or more invoices, with the earliest of their due days. */
interface DueSum {
  cents: number;
  day: string;
}

export interface Debt {
  /** The open invoices, the earliest due day first and those without one last. */
  invoices: Invoice[];
  cents: number;
  overdue: DueSum | undefined;
  /** What is due on the next due day, of all that is not overdue. */
  next: DueSum | undefined;
}

const dueSumOf = (invoices: readonly Invoice[]): DueSum | undefined => {
  const day = invoices[0]?.dueDate;

  return day ? { cents: sumCents(invoices), day } : undefined;
};

/** Sorts texts by their code units; a missing one comes last. */
const compareDays = (one: string | null, other: string | null): number =>
  (one ?? '~') < (other ?? '~') ? -1 : Number(one !== other);

/** Returns the open invoices, the earliest due day first and those without one last. */
const openByDueDay = (all: readonly Invoice[]): Invoice[] =>
  all.filter(isOwed).sort((one, other) => compareDays(one.dueDate, other.dueDate));

/** Sums up what a client owes. */
export const sumUpDebt = (all: readonly Invoice[], now: Date): Debt => {
  const invoices = openByDueDay(all);
  const ahead = invoices.filter(({ dueDate }) => dueDate !== null && dueDate >= dayAfter(now, 0));

  return {
    invoices,
    cents: sumCents(invoices),
    overdue: dueSumOf(invoices.filter((invoice) => isOverdue(invoice, now))),
    next: dueSumOf(ahead.filter(({ dueDate }) => dueDate === ahead[0]?.dueDate)),
  };
};

/** Returns a client's invoices: the open ones first, in the order of their due days, then the others as they came. */
export const openFirst = (invoices: readonly Invoice[]): Invoice[] => [
  ...openByDueDay(invoices),
  ...invoices.filter((invoice) => !isOwed(invoice)),
];
