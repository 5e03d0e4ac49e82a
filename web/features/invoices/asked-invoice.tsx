import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { NothingToDo, ReadBefore } from '../../components/money/read-before.tsx';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { nameWithNumber } from '../../lib/words/full-name.ts';
import { invoiceListQuery } from './invoice-list-query.ts';
import { stateOf } from './invoice-state.ts';
import { type InvoiceAct, mayAsk } from './may-ask.ts';

/** What the dialog of an act about an invoice gets once the invoice allows the act. */
export interface AskedInvoiceProps extends Omit<RecordDialogProps, 'subject'> {
  invoice: Invoice;
  /** The client with the OW number. */
  clientName: string;
}

interface ReadInvoiceProps extends Omit<RecordDialogProps, 'subject'> {
  invoiceId: number;
  act: InvoiceAct;
  children: (asked: AskedInvoiceProps) => ReactNode;
}

/** Reads the invoice that an act is about, and says so if there is none or if it does not allow the act. */
export const AskedInvoice = ({ invoiceId, act, children, ...dialog }: ReadInvoiceProps) => {
  const find = (invoices: readonly Invoice[]) => invoices.find(({ id }) => id === invoiceId);

  return (
    <ReadBefore
      query={useQuery(invoiceListQuery(dialog.userId))}
      title={dialog.title}
      what="the invoice"
      find={(invoices) => {
        const invoice = find(invoices);

        return invoice && mayAsk(act, invoice) ? invoice : undefined;
      }}
      nothing={(invoices) => {
        const invoice = find(invoices);

        return (
          <NothingToDo
            icon={SearchX}
            title={invoice ? 'Not possible now' : 'Invoice not found'}
            back="the invoices"
            onClose={dialog.onClose}
          >
            {invoice
              ? `${invoice.invoiceNumber} reads '${stateOf(invoice, { isOwn: false }).label}'.`
              : 'This client has no such invoice.'}
          </NothingToDo>
        );
      }}
      onClose={dialog.onClose}
    >
      {(invoice) =>
        children({
          ...dialog,
          invoice,
          clientName: dialog.client ? nameWithNumber(dialog.client) : 'the client',
        })
      }
    </ReadBefore>
  );
};
