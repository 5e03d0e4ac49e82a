import { Box, Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { FilePlus2, Loader } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Invoice } from '#shared/contract/invoices.ts';
import { RowMenu, RowMenuButton } from '../../components/list/row-menu.tsx';
import { DownloadAction } from './download-action.tsx';
import { actsAbout } from './invoice-acts.ts';
import { invoiceListQuery } from './invoice-list-query.ts';
import { INVOICE_ACTS, mayAsk } from './may-ask.ts';
import type { PdfDocument } from './shown-pdfs.ts';
import type { PdfJob } from './use-pdf-job.ts';

interface PdfActionProps {
  pdf: PdfDocument;
  fileName: string | null;
  /** The job that this tab follows, of this document or another. */
  job: PdfJob;
}

/** A button that opens the PDF, shows its progress while this tab follows it, or makes it if there is none. */
export const PdfAction = ({ pdf, fileName, job }: PdfActionProps) => {
  if (job.isRunning && job.followed?.id === pdf.id) {
    return (
      <Button size="xs" variant="outline" onClick={job.show}>
        <Loader /> Show progress
      </Button>
    );
  }
  if (fileName) {
    return <DownloadAction pdf={pdf} />;
  }

  return (
    <Button
      size="xs"
      variant="outline"
      aria-label={`Create PDF of ${pdf.number}`}
      onClick={() => job.makePdf(pdf)}
    >
      <FilePlus2 /> Create PDF
    </Button>
  );
};

interface InvoiceMenuButtonProps {
  menuId: string;
  invoice: Invoice;
}

/** Opens the menu of an invoice; one without acts has none, only the room of the button. */
export const InvoiceMenuButton = ({ menuId, invoice }: InvoiceMenuButtonProps) =>
  INVOICE_ACTS.some((act) => mayAsk(act, invoice)) ? (
    <RowMenuButton menuId={menuId} row={invoice.id} label={`More about ${invoice.invoiceNumber}`} />
  ) : (
    <Box boxSize="8" aria-hidden />
  );

interface InvoiceMenuProps {
  id: string;
  userId: number;
  /** The list with an InvoiceMenuButton in each row. */
  children: ReactNode;
}

/** The menu of a client's invoices. */
export const InvoiceMenu = ({ id, userId, children }: InvoiceMenuProps) => {
  const { data: invoices } = useQuery(invoiceListQuery(userId));
  const actsOf = (row: number) => {
    const invoice = invoices?.find((one) => one.id === row);

    return invoice && { label: invoice.invoiceNumber, acts: actsAbout({ ...invoice, userId }) };
  };

  return (
    <RowMenu id={id} actsOf={actsOf}>
      {children}
    </RowMenu>
  );
};
