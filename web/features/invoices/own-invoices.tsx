import { Stack } from '@chakra-ui/react';
import { CopyButton } from '../../components/copy-button.tsx';
import { AmountOwed } from './amount-owed.tsx';
import { DownloadAction } from './download-action.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { isOwed } from './owed.ts';

/** A client's own invoices: the amount owed and how to pay it, and each invoice with its reference and its PDF. */
export const OwnInvoices = ({ userId }: { userId: number }) => (
  <Stack gap="4">
    <AmountOwed userId={userId} />
    <InvoiceList
      userId={userId}
      rowsFrom="xl"
      actions={(invoice) => (
        <>
          {isOwed(invoice) && (
            <CopyButton
              size="xs"
              text={invoice.reference}
              label="Copy reference"
              labelOf={invoice.reference}
            />
          )}
          {invoice.fileName && <DownloadAction invoice={invoice} />}
        </>
      )}
    />
  </Stack>
);
