import { Button } from '@chakra-ui/react';
import { Check, FilePlus2, Loader } from 'lucide-react';
import { useState } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { isOwed } from '#shared/due-dates.ts';
import { formatAmount } from '#shared/money.ts';
import { ConfirmDialog } from '../../components/dialog/confirm-dialog.tsx';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { showError } from '../../lib/toast.ts';
import { DownloadAction } from './download-action.tsx';
import { useSetInvoiceStatus } from './mutations.ts';

export const VoidDialog = lazyDialog(() => import('./void-dialog.tsx'), 'VoidDialog', {
  title: 'Void invoice',
  height: { base: '19rem', md: '15.75rem' },
});

interface PdfActionProps {
  invoice: Invoice;
  /** True while the PDF is being made and this tab follows it. */
  isRunning: boolean;
  onMakePdf: () => void;
  onShowProgress: () => void;
}

/** A button that opens the PDF, or makes it if there is none. */
export const PdfAction = ({ invoice, isRunning, onMakePdf, onShowProgress }: PdfActionProps) => {
  if (isRunning) {
    return (
      <Button size="xs" variant="outline" onClick={onShowProgress}>
        <Loader /> Show progress
      </Button>
    );
  }
  if (invoice.fileName) {
    return <DownloadAction invoice={invoice} />;
  }

  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={`Create PDF of ${invoice.invoiceNumber}`}
      onClick={onMakePdf}
    >
      <FilePlus2 /> Create PDF
    </Button>
  );
};

interface StatusActionsProps {
  clientName: string;
  invoice: Invoice;
  onVoided: (invoice: Invoice) => void;
}

/**
 * Buttons for the status: a pending invoice can be paid or voided, a paid one can still be voided, a void one stays
 * void.
 */
export const StatusActions = ({ clientName, invoice, onVoided }: StatusActionsProps) => {
  const [asked, setAsked] = useState<'paid' | 'void'>();
  const setStatus = useSetInvoiceStatus();
  const isOpen = isOwed(invoice);
  const close = () => setAsked(undefined);

  return (
    <>
      {isOpen && (
        <Button
          size="xs"
          variant="ghost"
          aria-label={`Mark ${invoice.invoiceNumber} as paid`}
          onClick={() => setAsked('paid')}
        >
          <Check /> Mark as paid
        </Button>
      )}
      {(isOpen || invoice.status === 'paid') && (
        <Button
          size="xs"
          variant="ghost"
          colorPalette="gray"
          aria-label={`Void ${invoice.invoiceNumber}`}
          onClick={() => setAsked('void')}
        >
          Void
        </Button>
      )}
      {asked === 'paid' && (
        <ConfirmDialog
          title={`Mark ${invoice.invoiceNumber} as paid?`}
          confirmLabel="Mark as paid"
          confirmPalette="brand"
          isBusy={setStatus.isPending}
          onConfirm={() =>
            setStatus.mutate(
              { invoice, status: 'paid' },
              { onError: showError('Error updating invoice'), onSettled: close },
            )
          }
          onCancel={close}
        >
          A payment of {formatAmount(invoice.amountDue)} by <bdi>{clientName}</bdi> is recorded with today's
          date. For another day or amount, use 'Record payment' in the tab Payments.
        </ConfirmDialog>
      )}
      {asked === 'void' && <VoidDialog invoice={invoice} onVoided={onVoided} onClose={close} />}
    </>
  );
};
