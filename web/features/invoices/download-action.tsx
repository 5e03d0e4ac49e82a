import type { ButtonProps } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { BusyButton } from '../../components/form/busy-button.tsx';
import type { PdfDocument } from './shown-pdfs.ts';
import { openPdfTab, useDownloadPdf } from './use-download-pdf.ts';

interface DownloadActionProps extends Omit<ButtonProps, 'size'> {
  size?: 'xs' | 'sm';
  pdf: PdfDocument;
}

/** Opens the PDF in a new tab. */
export const DownloadAction = ({ pdf, size = 'xs', ...button }: DownloadActionProps) => {
  const download = useDownloadPdf(pdf.area);

  return (
    <BusyButton
      size={size}
      variant="outline"
      {...button}
      isBusy={download.isPending}
      aria-label={`Download ${pdf.number}`}
      onClick={() => download.mutate({ id: pdf.id, tab: openPdfTab(pdf.area, pdf.id) })}
    >
      <Download /> Download
    </BusyButton>
  );
};
