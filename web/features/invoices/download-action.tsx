import type { ButtonProps } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { useDownloadInvoice } from './use-download-invoice.ts';

interface DownloadActionProps extends Omit<ButtonProps, 'size'> {
  size?: 'xs' | 'sm';
  invoice: Pick<Invoice, 'id' | 'invoiceNumber'>;
}

/** Opens the PDF in a new tab. */
export const DownloadAction = ({ invoice, size = 'xs', ...button }: DownloadActionProps) => {
  const download = useDownloadInvoice();

  return (
    <BusyButton
      size={size}
      variant="outline"
      {...button}
      isBusy={download.isPending}
      aria-label={`Download ${invoice.invoiceNumber}`}
      onClick={() => download.mutate({ invoiceId: invoice.id, tab: window.open('', '_blank') })}
    >
      <Download /> Download
    </BusyButton>
  );
};
