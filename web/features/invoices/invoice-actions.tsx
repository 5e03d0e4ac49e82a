import { Button } from '@chakra-ui/react';
import { Check, FilePlus2, Loader } from 'lucide-react';
import { useState } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { formatAmount } from '#shared/money.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { useSetInvoiceStatus } from './api/set-invoice-status.ts';
import { DownloadAction } from './download-action.tsx';

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
  userId: number;
  clientName: string;
  invoice: Invoice;
}

/**
 * Buttons for the status: a pending invoice can be paid or voided, a paid one can still be voided, a void one stays
 * void.
 */
export const StatusActions = ({ userId, clientName, invoice }: StatusActionsProps) => {
  const [asked, setAsked] = useState<'paid' | 'void'>();
  const setStatus = useSetInvoiceStatus(userId);
  const isOpen = invoice.status === 'pending';
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
          onConfirm={() => setStatus.mutate({ invoice, status: 'paid' }, { onSettled: close })}
          onCancel={close}
        >
          <bdi>{clientName}</bdi> has paid {formatAmount(invoice.totalAmount)}. A paid invoice can be voided,
          but it does not become pending again.
        </ConfirmDialog>
      )}
      {asked === 'void' && (
        <ConfirmDialog
          title={`Void ${invoice.invoiceNumber}?`}
          confirmLabel="Void invoice"
          isBusy={setStatus.isPending}
          onConfirm={() => setStatus.mutate({ invoice, status: 'void' }, { onSettled: close })}
          onCancel={close}
        >
          The invoice keeps its number and its PDF, and is never due again. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
};
