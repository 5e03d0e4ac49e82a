import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { UserSearch } from 'lucide-react';
import { useEffect } from 'react';
import { OpenDialog, preloadRow } from '../../components/dialog/open-dialog.tsx';
import { OWN_DIALOGS } from '../../features/account/own-dialogs.ts';
import { BANK_DIALOGS } from '../../features/bank/bank-dialogs.ts';
import { BILLING_DIALOGS } from '../../features/billing-runs/billing-dialogs.ts';
import { BOOK_DIALOGS } from '../../features/books/book-dialogs.ts';
import { CLOSING_DIALOGS } from '../../features/books/closings/closing-dialogs.ts';
import { DEBUG_DIALOGS } from '../../features/debug/debug-dialogs.ts';
import { FACTOR_DIALOGS } from '../../features/factors/factor-dialogs.ts';
import { INVOICE_DIALOGS } from '../../features/invoices/invoice-dialogs.ts';
import { PAYMENT_DIALOGS } from '../../features/payments/payment-dialogs.ts';
import { readServiceDay, SERVICE_DIALOGS } from '../../features/services/service-dialogs.ts';
import { userQuery } from '../../features/users/queries.ts';
import { USER_DIALOGS } from '../../features/users/user-dialogs.ts';
import { type DialogTable, readOpened } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { oneOf } from '../../lib/address/search-params.ts';

/** The acts for which the palette asks 'For which client?' at once. */
const ASKING_ACTS = ['payment.new'] as const;

/** Those that belong to no single area. */
const PANEL_DIALOGS: DialogTable<'client.ask' | 'invoice.new'> = {
  'client.ask': {
    over: 'page-alone',
    label: 'For which client?',
    icon: UserSearch,
    size: 'search',
    readSubject: oneOf(ASKING_ACTS),
    load: async () => (await import('./admin-palette.tsx')).ClientQuestion,
  },
  'invoice.new': {
    ...RECORD_ACTS['invoice.new'],
    size: 'wide',
    /** A service and a day may follow: the lines begin with its unbilled days up to then. */
    readSubject: (text) => readServiceDay(text) ?? null,
    load: async () => (await import('./new-invoice-dialog.tsx')).NewInvoiceDialog,
  },
};

/** What an administrator can open over a page or over a client's record, by its name in the address. */
export const ADMIN_DIALOGS = {
  ...USER_DIALOGS,
  ...CLOSING_DIALOGS,
  ...BOOK_DIALOGS,
  ...BANK_DIALOGS,
  ...BILLING_DIALOGS,
  ...SERVICE_DIALOGS,
  ...OWN_DIALOGS,
  ...FACTOR_DIALOGS,
  ...PAYMENT_DIALOGS,
  ...INVOICE_DIALOGS,
  ...PANEL_DIALOGS,
  ...DEBUG_DIALOGS,
};

const TABLE: DialogTable = ADMIN_DIALOGS;

/** Loads the code of the dialog that an address names. */
export const preloadAdminDialog = (open: string): Promise<void> => preloadRow(TABLE[readOpened(open).name]);

const route = getRouteApi('/admin');

/** The open dialog. Its code is loaded with the record below it, so that it opens at once. */
export const AdminDialogs = () => {
  const { client: userId, tab, open } = route.useSearch();
  const { data: client } = useQuery({ ...userQuery(userId ?? 0), enabled: userId !== undefined });

  useEffect(() => {
    if (userId === undefined) {
      return;
    }
    for (const row of Object.values(TABLE)) {
      if (row.over === 'record' && (row.at?.tab === tab || row.keys)) {
        void preloadRow(row);
      }
    }
  }, [userId, tab]);

  return <OpenDialog table={TABLE} open={open} below={{ userId, client }} />;
};

// A file of its own would make the first screen larger.
export { takeDroppedFiles } from './take-dropped-files.ts';
