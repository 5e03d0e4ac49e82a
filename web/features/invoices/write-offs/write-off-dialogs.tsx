import { TakeBackDialog } from '../../../components/money/take-back-write-off-dialog.tsx';
import { WriteOffDialog } from '../../../components/money/write-off-dialog.tsx';
import type { RecordDialogProps } from '../../../lib/address/dialogs.ts';
import { AskedInvoice } from '../asked-invoice.tsx';

/** Writes off an amount of an invoice that nobody expects any more. */
export const InvoiceWriteOffDialog = ({ subject, ...dialog }: RecordDialogProps<number>) => (
  <AskedInvoice {...dialog} invoiceId={subject} act="invoice.write-off">
    {(asked) => <WriteOffDialog item={asked} onClose={dialog.onClose} onDone={dialog.onDone} />}
  </AskedInvoice>
);

/** Takes back what is written off of an invoice. */
export const InvoiceTakeBackDialog = ({ subject, ...dialog }: RecordDialogProps<number>) => (
  <AskedInvoice {...dialog} invoiceId={subject} act="invoice.take-back">
    {(asked) => <TakeBackDialog item={asked} onClose={dialog.onClose} onDone={dialog.onDone} />}
  </AskedInvoice>
);
