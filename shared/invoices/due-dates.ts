import type { Invoice } from '../contract/invoices.ts';
import type { OpenItem } from '../contract/payments/ledger-payments.ts';
import { dayAfter } from '../dates.ts';

export const isOwed = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'pending';

/** False for an item of which nothing is left but what is written off (D65). */
export const isDue = ({ amountDue }: Pick<OpenItem, 'amountDue'>): boolean => amountDue > 0;

/** The day from which a debt ages: its due date, or its own date without one (D64). */
export const ageDayOf = ({ dueDate, date }: Pick<OpenItem, 'dueDate' | 'date'>): string => dueDate ?? date;

/** Returns the first day that is not over in Johannesburg: an item due before it is overdue (D64). */
export const firstDayNotOver = (now: Date): string => dayAfter(now, 0);

export const isPast = (day: string, now: Date): boolean => day < firstDayNotOver(now);

export const isOverdue = (invoice: Pick<Invoice, 'dueDate' | 'status'>, now: Date): boolean =>
  isOwed(invoice) && isPast(invoice.dueDate, now);
