import { Ban, BookMinus, BookPlus, Check, FileText, ReceiptText } from 'lucide-react';
import { type DialogTable, readId } from '../../lib/address/dialogs.ts';
import { calendarDay } from '../../lib/address/search-params.ts';
import type { CreditStart } from './credit-notes/credit-note-form.ts';
import type { InvoiceAct } from './may-ask.ts';

/** What a credit note credits first, behind the invoice: `whole`, or `service:5:2026-11-01`, which ended on that day. */
const readStart = ([kind, id = '', since]: string[]): CreditStart => {
  const service = readId(id);
  const day = calendarDay(since);
  if (kind === 'whole') {
    return { isWhole: true };
  }

  return kind === 'service' && service && day ? { service: { id: service, since: day } } : {};
};

export const readCredited = (text: string): { invoiceId: number; start: CreditStart } | undefined => {
  const [id = '', ...rest] = text.split(':');
  const invoiceId = readId(id);

  return invoiceId === undefined ? undefined : { invoiceId, start: readStart(rest) };
};

const place = { over: 'record', at: { tab: 'invoices' } } as const;

/** The dialogs about an invoice of a client, in the order of its menu. */
export const INVOICE_DIALOGS: DialogTable<InvoiceAct | 'invoice.view'> = {
  'invoice.mark-paid': {
    ...place,
    label: 'Mark as paid',
    icon: Check,
    role: 'alertdialog',
    size: 'sm',
    readSubject: readId,
    load: async () => (await import('./paid-dialog.tsx')).PaidDialog,
  },
  'invoice.credit': {
    ...place,
    label: 'Credit note',
    synonyms: 'discount cancel refund',
    icon: ReceiptText,
    readSubject: readCredited,
    load: async () => (await import('./credit-notes/credit-note-dialog.tsx')).CreditNoteDialog,
  },
  'invoice.write-off': {
    ...place,
    label: 'Write off',
    synonyms: 'bad debt',
    icon: BookMinus,
    readSubject: readId,
    load: async () => (await import('./write-offs/write-off-dialogs.tsx')).InvoiceWriteOffDialog,
  },
  'invoice.take-back': {
    ...place,
    label: 'Take back write-off',
    synonyms: 'undo bad debt',
    icon: BookPlus,
    readSubject: readId,
    load: async () => (await import('./write-offs/write-off-dialogs.tsx')).InvoiceTakeBackDialog,
  },
  'invoice.void': {
    ...place,
    label: 'Void',
    synonyms: 'cancel invoice',
    icon: Ban,
    isDestructive: true,
    title: 'Void invoice',
    readSubject: readId,
    load: async () => (await import('./void-dialog.tsx')).VoidDialog,
  },
  'invoice.view': {
    ...place,
    label: 'View',
    icon: FileText,
    title: 'Invoice',
    readSubject: readId,
    load: async () => (await import('./opened-invoice.tsx')).OpenedInvoice,
  },
};
