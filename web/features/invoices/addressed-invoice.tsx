import { useNavigate, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { positiveInteger } from '../../lib/search-params.ts';

/** Loaded after the list, so that the list appears sooner and the dialog still opens at once. */
export const InvoiceDialog = lazyDialog(() => import('./invoice-dialog.tsx'), 'InvoiceDialog', {
  title: 'Invoice',
});

interface AddressedInvoiceProps {
  userId: number;
  /** What this reader does with the invoice. */
  actOn?: (invoice: Invoice) => ReactNode;
  /** True for the client's own invoice. */
  isOwn?: boolean;
}

/** The invoice that the address opens over the list. Closing it replaces the history entry. */
export const AddressedInvoice = ({ userId, actOn, isOwn }: AddressedInvoiceProps) => {
  const invoiceId = useRouterState({ select: ({ location: { search } }) => positiveInteger(search.invoice) });
  const navigate = useNavigate();

  return (
    invoiceId && (
      <InvoiceDialog
        userId={userId}
        invoiceId={invoiceId}
        actOn={actOn}
        isOwn={isOwn}
        onClose={() =>
          void navigate({
            to: '.',
            search: (shown: object) => ({ ...shown, invoice: undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    )
  );
};
