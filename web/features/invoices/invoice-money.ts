import type { Invoice } from '#shared/contract/invoices.ts';
import { centsFromAmount } from '#shared/money.ts';

/** What credit notes and write-offs leave of an invoice (D65). */
type Amounts = Pick<Invoice, 'totalAmount' | 'amountDue' | 'credited' | 'writtenOff'>;

/** What can still be credited, in cents. */
export const restCentsOf = ({ totalAmount, credited }: Pick<Invoice, 'totalAmount' | 'credited'>): number =>
  centsFromAmount(totalAmount) - centsFromAmount(credited);

/** What was paid of it and not given back, in cents. */
export const paidCentsOf = ({ amountDue, writtenOff, ...invoice }: Amounts): number =>
  restCentsOf(invoice) - centsFromAmount(amountDue) - centsFromAmount(writtenOff);

/** True if nothing is left of it because of its credit notes; on the wire it is void then. */
export const isCreditedInFull = (invoice: Pick<Invoice, 'status' | 'totalAmount' | 'credited'>): boolean =>
  invoice.status === 'void' && invoice.credited > 0 && restCentsOf(invoice) === 0;

export const isPaidInPart = (invoice: Amounts & Pick<Invoice, 'status'>): boolean =>
  invoice.status === 'pending' && paidCentsOf(invoice) > 0;
