import { getRouteApi } from '@tanstack/react-router';
import { OpenDialog, preloadRow } from '../../components/dialog/open-dialog.tsx';
import { OWN_DIALOGS } from '../../features/account/own-dialogs.ts';
import { FACTOR_DIALOGS } from '../../features/factors/factor-dialogs.ts';
import { OWN_INVOICE_DIALOGS } from '../../features/invoices/own/own-invoice-dialogs.ts';
import { TICKET_DIALOGS } from '../../features/tickets/ticket-dialogs.ts';
import { type DialogTable, readOpened } from '../../lib/address/dialogs.ts';

/** What a client can open over a page, by its name in the address. */
export const CLIENT_DIALOGS = {
  ...OWN_DIALOGS,
  ...FACTOR_DIALOGS,
  ...OWN_INVOICE_DIALOGS,
  ...TICKET_DIALOGS,
  'ticket.new': {
    ...TICKET_DIALOGS['ticket.new'],
    load: async () => (await import('./new-ticket-dialog.tsx')).NewTicketDialog,
  },
};

const TABLE: DialogTable = CLIENT_DIALOGS;

/** Loads the code of the dialog that an address names. */
export const preloadClientDialog = (open: string): Promise<void> => preloadRow(TABLE[readOpened(open).name]);

const route = getRouteApi('/client');

/** The open dialog. */
export const ClientDialogs = () => <OpenDialog table={TABLE} open={route.useSearch().open} />;
