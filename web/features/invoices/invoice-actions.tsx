import { Button } from '@chakra-ui/react';
import { Check, FilePlus2, Loader } from 'lucide-react';
import { useState } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DownloadAction } from './download-action.tsx';
import { useSetInvoiceStatus } from './queries.ts';

interface PdfActionProps {
  invoice: Invoice;
  /** The PDF is being made, and this tab follows it. */
  isRunning: boolean;
  onMakePdf: () => void;
  onShowProgress: () => void;
}

/** Opens the PDF, or makes it where there is none. */
export const PdfAction = ({ invoice, isRunning, onMakePdf, onShowProgress }: PdfActionProps) => {
  if (isRunning) {
    return (
      <Button size="xs" variant="outline" onClick={onShowProgress}>
        <Loader /> Show progress
      </Button>
    );
  }
  if (invoice.fileName) return <DownloadAction invoice={invoice} />;

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
  invoice: Invoice;
}

/** A pending invoice is paid or voided, a paid one can still be voided, a void one stays void. */
export const StatusActions = ({ userId, invoice }: StatusActionsProps) => {
  const [isVoiding, setIsVoiding] = useState(false);
  const setStatus = useSetInvoiceStatus(userId);
  const isOpen = invoice.status === 'pending';

  return (
    <>
      {isOpen && (
        <BusyButton
          size="xs"
          variant="ghost"
          isBusy={setStatus.isPending && !isVoiding}
          aria-label={`Mark ${invoice.invoiceNumber} as paid`}
          onClick={() => setStatus.mutate({ invoice, status: 'paid' })}
        >
          <Check /> Mark as paid
        </BusyButton>
      )}
      {(isOpen || invoice.status === 'paid') && (
        <Button
          size="xs"
          variant="ghost"
          colorPalette="red"
          aria-label={`Void ${invoice.invoiceNumber}`}
          onClick={() => setIsVoiding(true)}
        >
          Void
        </Button>
      )}
      {isVoiding && (
        <ConfirmDialog
          title={`Void ${invoice.invoiceNumber}?`}
          confirmLabel="Void invoice"
          isBusy={setStatus.isPending}
          onConfirm={() =>
            setStatus.mutate({ invoice, status: 'void' }, { onSettled: () => setIsVoiding(false) })
          }
          onCancel={() => setIsVoiding(false)}
        >
          The invoice keeps its number and its PDF, and is never due again. This cannot be undone.
        </ConfirmDialog>
      )}
    </>
  );
};
