import { Stack } from '@chakra-ui/react';
import type { OwnUser } from '#shared/contract/auth.ts';
import { AmountOwed } from './amount-owed.tsx';
import { DownloadAction } from './download-action.tsx';
import { InvoiceList } from './invoice-list.tsx';
import { openFirst } from './owed.ts';

/** A client's own invoices: the amount owed and how to pay it, and each invoice with its PDF, first the open ones by due day. */
export const OwnInvoices = ({ user }: { user: OwnUser }) => (
  <Stack gap="4">
    <AmountOwed user={user} on="invoices" />
    <InvoiceList
      userId={user.User_Id}
      rowsFrom="xl"
      order={openFirst}
      actions={(invoice) => invoice.fileName && <DownloadAction invoice={invoice} />}
    />
  </Stack>
);
