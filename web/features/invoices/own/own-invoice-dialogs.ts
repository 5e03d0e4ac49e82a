import type { DialogTable } from '../../../lib/address/dialogs.ts';
import { INVOICE_DIALOGS } from '../invoice-dialogs.ts';

/** The dialogs of a client's own invoices. */
export const OWN_INVOICE_DIALOGS: DialogTable<'invoice.view'> = {
  'invoice.view': {
    ...INVOICE_DIALOGS['invoice.view'],
    over: 'page',
    at: { section: 'invoices' },
    load: async () => (await import('./own-invoice.tsx')).OwnInvoice,
  },
};
