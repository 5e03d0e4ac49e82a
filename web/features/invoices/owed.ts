import type { Invoice } from '#shared/contract/invoices.ts';
import { dayAfter } from '#shared/dates.ts';
import { centsFromAmount } from '#shared/money.ts';

export const isOwed = ({ status }: Pick<Invoice, 'status'>): boolean => status === 'pending';

/**
 * True if it is unpaid after the end of its due day in Johannesburg. Old invoices without a due day are never overdue.
 */
export const isOverdue = (invoice: Pick<Invoice, 'status' | 'dueDate'>, now: Date): boolean =>
  isOwed(invoice) && invoice.dueDate !== null && invoice.dueDate < dayAfter(now, 0);

export const sumCents = (invoices: readonly Pick<Invoice, 'totalAmount'>[]): number =>
  invoices.reduce((sum, { totalAmount }) => sum + centsFromAmount(totalAmount), 0);
