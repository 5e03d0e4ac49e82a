import { Download } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { BusyButton } from '../../components/busy-button.tsx';
import { useDownloadInvoice } from './api/open-invoice-pdf.ts';

/** Opens the PDF in a new tab. */
export const DownloadAction = ({ invoice }: { invoice: Invoice }) => {
  const download = useDownloadInvoice();

  return (
    <BusyButton
      size="xs"
      variant="outline"
      isBusy={download.isPending}
      aria-label={`Download ${invoice.invoiceNumber}`}
      onClick={() => download.mutate({ invoiceId: invoice.id, tab: window.open('', '_blank') })}
    >
      <Download /> Download
    </BusyButton>
  );
};
