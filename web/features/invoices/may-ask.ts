import type { Invoice } from '#shared/contract/invoices.ts';
import { isOwed } from '#shared/invoices/due-dates.ts';
import { restCentsOf } from './invoice-money.ts';

/** What is asked about an invoice over the client's record. */
export type InvoiceAct =
  | 'invoice.mark-paid'
  | 'invoice.credit'
  | 'invoice.write-off'
  | 'invoice.take-back'
  | 'invoice.void';

export type AskedAbout = Pick<Invoice, 'status' | 'totalAmount' | 'amountDue' | 'credited' | 'writtenOff'>;

const isLiving = ({ status, writtenOff }: AskedAbout): boolean =>
  (status === 'pending' || status === 'paid') && writtenOff === 0;

/** What an invoice allows: while a part of it is written off, only to take that back or to write off the rest (D65). */
const ALLOWS: Record<InvoiceAct, (invoice: AskedAbout) => boolean> = {
  'invoice.mark-paid': (invoice) => isOwed(invoice) && isLiving(invoice),
  'invoice.credit': (invoice) => isLiving(invoice) && restCentsOf(invoice) > 0,
  'invoice.write-off': (invoice) => isOwed(invoice) && invoice.amountDue > 0,
  'invoice.take-back': ({ writtenOff }) => writtenOff > 0,
  'invoice.void': (invoice) => isLiving(invoice) && invoice.credited === 0,
};

export const mayAsk = (act: InvoiceAct, invoice: AskedAbout): boolean => ALLOWS[act](invoice);

/** The acts of a menu on an invoice, in their order. */
export const INVOICE_ACTS = Object.keys(ALLOWS) as InvoiceAct[];
