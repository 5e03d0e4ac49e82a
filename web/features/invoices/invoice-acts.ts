import type { LinkProps } from '@tanstack/react-router';
import { Ban, BookMinus, BookPlus, Check, Download, ReceiptText } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isOwed } from '#shared/due-dates.ts';
import type { Act } from '../../lib/act.ts';
import { RECORD_PARAMS, without } from '../../lib/dialog-params.ts';
import { restCentsOf } from './invoice-money.ts';

/** What is asked about an invoice over the client's record. */
export type AskedOfInvoice = 'paid' | 'credit' | 'writeOff' | 'takeBack' | 'void';

type AskedAbout = Pick<Invoice, 'status' | 'totalAmount' | 'amountDue' | 'credited' | 'writtenOff'>;

const isLiving = ({ status, writtenOff }: AskedAbout): boolean =>
  (status === 'pending' || status === 'paid') && writtenOff === 0;

/** What an invoice allows: while a part of it is written off, only to take that back or to write off the rest (D65). */
const ALLOWS: Record<AskedOfInvoice, (invoice: AskedAbout) => boolean> = {
  paid: (invoice) => isOwed(invoice) && isLiving(invoice),
  credit: (invoice) => isLiving(invoice) && restCentsOf(invoice) > 0,
  writeOff: (invoice) => isOwed(invoice) && invoice.amountDue > 0,
  takeBack: ({ writtenOff }) => writtenOff > 0,
  void: (invoice) => isLiving(invoice) && invoice.credited === 0,
};

export const mayAsk = (asked: AskedOfInvoice, invoice: AskedAbout): boolean => ALLOWS[asked](invoice);

/** The acts of a menu on an invoice, in their order. */
export const INVOICE_ACTS = [
  { asked: 'paid', label: 'Mark as paid', icon: Check },
  { asked: 'credit', label: 'Credit note', synonyms: 'discount cancel refund', icon: ReceiptText },
  { asked: 'writeOff', label: 'Write off', synonyms: 'bad debt', icon: BookMinus },
  { asked: 'takeBack', label: 'Take back write-off', synonyms: 'undo bad debt', icon: BookPlus },
  { asked: 'void', label: 'Void', synonyms: 'cancel invoice', icon: Ban, isDestructive: true },
] as const satisfies ({ asked: AskedOfInvoice } & Omit<Act, 'id' | 'run' | 'link'>)[];

/** Opens the invoices of a client with the question. */
const linkToQuestion = (userId: number, asked: AskedOfInvoice, invoiceId: number): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({
    ...shown,
    ...without(RECORD_PARAMS),
    client: userId,
    tab: 'invoices',
    [asked]: invoiceId,
  }),
});

export type FoundInvoice = AskedAbout & Pick<Invoice, 'id'> & { userId: number };

/** What an administrator can do with a found invoice; `download` is called with its id. */
export const actsOfInvoice = (invoice: FoundInvoice, download: (invoiceId: number) => void): Act[] => {
  const { id, userId } = invoice;
  const asking = INVOICE_ACTS.filter(({ asked }) => mayAsk(asked, invoice)).map(
    ({ asked, ...act }): Act => ({
      ...act,
      id: `invoice.${asked}`,
      link: linkToQuestion(userId, asked, id),
    }),
  );
  const pdf: Act = {
    id: 'invoice.download',
    label: 'Download',
    synonyms: 'pdf open',
    icon: Download,
    run: () => download(id),
  };

  return [
    ...asking.filter(({ isDestructive }) => !isDestructive),
    pdf,
    ...asking.filter(({ isDestructive }) => isDestructive),
  ];
};
