import { Stack } from '@chakra-ui/react';
import { AmountOwed } from './amount-owed.tsx';
import { DownloadAction } from './download-action.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { openFirst } from './owed.ts';

/** A client's own invoices: the amount owed and how to pay it, and each invoice with its PDF, first the open ones by due day. */
export const OwnInvoices = ({ userId }: { userId: number }) => (
  <Stack gap="4">
    <AmountOwed userId={userId} />
    <InvoiceList
      userId={userId}
      rowsFrom="xl"
      order={openFirst}
      actions={(invoice) => invoice.fileName && <DownloadAction invoice={invoice} />}
    />
  </Stack>
);
