import { Download } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Act } from '../../lib/acts/act.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { INVOICE_DIALOGS } from './invoice-dialogs.ts';
import { type AskedAbout, INVOICE_ACTS, mayAsk } from './may-ask.ts';

export type FoundInvoice = AskedAbout & Pick<Invoice, 'id'> & { userId: number };

/** The acts that an invoice allows. */
export const actsAbout = (invoice: FoundInvoice): Act[] =>
  INVOICE_ACTS.filter((act) => mayAsk(act, invoice)).map((act) =>
    dialogAct(INVOICE_DIALOGS, act, { client: invoice.userId, subject: invoice.id }),
  );

/** What an administrator can do with a found invoice; `download` is called with its id. */
export const actsOfInvoice = (invoice: FoundInvoice, download: (invoiceId: number) => void): Act[] => {
  const acts = actsAbout(invoice);
  const pdf: Act = {
    id: 'invoice.download',
    label: 'Download',
    synonyms: 'pdf open',
    icon: Download,
    run: () => download(invoice.id),
  };

  return [
    ...acts.filter(({ isDestructive }) => !isDestructive),
    pdf,
    ...acts.filter(({ isDestructive }) => isDestructive),
  ];
};
