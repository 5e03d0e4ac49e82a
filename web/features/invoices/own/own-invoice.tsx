import { Button } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { isOwed } from '#shared/invoices/due-dates.ts';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { useUser } from '../../../lib/session/session.ts';
import { InvoiceDialog } from '../invoice-dialog.tsx';

/** An invoice for its client, with the way to pay it while something of it is owed. */
export const OwnInvoice = ({ subject, onClose }: DialogProps<number>) => (
  <InvoiceDialog
    userId={useUser().User_Id}
    invoiceId={subject}
    isOwn
    actOn={(invoice) =>
      isOwed(invoice) && (
        <Button asChild size="sm" variant="outline">
          <Link to="/client" search={{ section: 'invoices', pay: true }}>
            How to pay
          </Link>
        </Button>
      )
    }
    onClose={onClose}
  />
);
