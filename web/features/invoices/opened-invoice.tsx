import { Button } from '@chakra-ui/react';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { InvoiceDialog } from './invoice-dialog.tsx';
import { mayAsk } from './may-ask.ts';

/** An invoice of a client, for an administrator. */
export const OpenedInvoice = ({ subject, userId, onClose, onNext }: RecordDialogProps<number>) => (
  <InvoiceDialog
    userId={userId}
    invoiceId={subject}
    actOn={(invoice) =>
      mayAsk('invoice.credit', invoice) && (
        <Button size="sm" variant="outline" onClick={() => onNext(`invoice.credit:${invoice.id}`)}>
          Credit note
        </Button>
      )
    }
    onClose={onClose}
  />
);
