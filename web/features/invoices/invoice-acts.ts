import type { LinkProps } from '@tanstack/react-router';
import { Ban, Check, Download } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isOwed } from '#shared/due-dates.ts';
import type { Act } from '../../lib/act.ts';
import { RECORD_PARAMS, without } from '../../lib/dialog-params.ts';

/** What is asked about an invoice over the client's record. */
export type AskedOfInvoice = 'paid' | 'void';

/** A pending invoice can be paid or voided, a paid one can still be voided, a void one stays void. */
export const mayAsk = (asked: AskedOfInvoice, invoice: Pick<Invoice, 'status'>): boolean =>
  isOwed(invoice) || (asked === 'void' && invoice.status === 'paid');

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

interface OfInvoice extends Pick<Invoice, 'id' | 'status'> {
  userId: number;
}

/** What an administrator can do with an invoice; `download` is called with its id. */
export const actsOfInvoice = (
  { id, status, userId }: OfInvoice,
  download: (invoiceId: number) => void,
): Act[] =>
  [
    {
      id: 'invoice.paid',
      label: 'Mark as paid',
      icon: Check,
      isOffered: mayAsk('paid', { status }),
      link: linkToQuestion(userId, 'paid', id),
    },
    {
      id: 'invoice.download',
      label: 'Download',
      synonyms: 'pdf open',
      icon: Download,
      isOffered: true,
      run: () => download(id),
    },
    {
      id: 'invoice.void',
      label: 'Void',
      synonyms: 'cancel invoice',
      icon: Ban,
      isDestructive: true,
      isOffered: mayAsk('void', { status }),
      link: linkToQuestion(userId, 'void', id),
    },
  ].flatMap(({ isOffered, ...act }) => (isOffered ? [act as Act] : []));
