import { useQuery } from '@tanstack/react-query';
import { UserRound } from 'lucide-react';
import { useMemo } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import type { PaletteAnswer } from '#shared/contract/palette.ts';
import { detailOfCustomer, nameOfCustomer } from '../../components/search/customer-found.tsx';
import type { FoundInvoice } from '../../features/invoices/invoice-acts.ts';
import { stateOf } from '../../features/invoices/invoice-state.ts';
import { showFoundRecords } from '../../features/palette/found-records.ts';
import { paletteQuery } from '../../features/palette/queries.ts';
import { linkToInvoice, linkToRecord } from '../../features/users/user-acts.ts';
import type { Act } from '../../lib/acts/act.ts';
import { useDebounced } from '../../lib/browser/use-debounced.ts';
import { clientSearchQuery } from '../../lib/reads/search-clients.ts';

const TYPING_PAUSE_MS = 175;

/** A client or a record of one, with the page that shows it. */
export type FoundByAdmin = Extract<Act, { run?: never }> & {
  detail: string;
  badge?: string;
  userId: number;
  userName: string;
  /** Set for a client, with the number of their service that was found. */
  customer?: CustomerResult;
  service?: string | undefined;
  /** Set for an invoice. */
  invoice?: FoundInvoice;
};

const NO_RECORDS: PaletteAnswer = { invoices: [], creditNotes: [], services: [], tickets: [] };

const showClient = (customer: CustomerResult, typed: string, service: string | undefined): FoundByAdmin => ({
  id: `client.${customer.id}`,
  icon: UserRound,
  label: nameOfCustomer(customer),
  detail: detailOfCustomer(customer, typed, service),
  ...(customer.customerStatus === 'Inactive' && { badge: 'Inactive' }),
  link: linkToRecord(customer.id),
  userId: customer.id,
  userName: nameOfCustomer(customer),
  customer,
  service,
});

/** The groups that the header's box and the palette both show. */
export interface FoundGroup {
  title: string;
  items: readonly FoundByAdmin[];
}

const groupFound = (
  clients: readonly CustomerResult[],
  answer: PaletteAnswer,
  typed: string,
): FoundGroup[] => {
  const { invoices, creditNotes, services, tickets } = showFoundRecords(answer);
  const open = <Item extends { userId: number }>(items: readonly Item[], tab?: 'invoices' | 'services') =>
    items.map((item) => ({ ...item, link: linkToRecord(item.userId, tab) }));

  return [
    {
      title: 'Clients',
      items: clients.map((client) =>
        showClient(client, typed, services.find(({ userId }) => userId === client.id)?.label),
      ),
    },
    {
      title: 'Invoices',
      items: open(
        invoices.map((found) => ({ ...found, badge: stateOf(found.invoice, { isOwn: false }).label })),
        'invoices',
      ),
    },
    {
      title: 'Credit notes',
      items: creditNotes.map(({ invoiceId, ...note }) => ({
        ...note,
        link: linkToInvoice(note.userId, invoiceId),
      })),
    },
    { title: 'Services', items: open(services, 'services') },
    { title: 'Tickets', items: open(tickets) },
  ];
};

/** Searches the clients and the records behind them for the typed text, once the typing pauses. */
export const useFoundByAdmin = (typed: string, areRecordsWanted = true) => {
  const settled = useDebounced(typed, TYPING_PAUSE_MS, '');
  const isLongEnough = typed.length >= SEARCH_LENGTH_MIN;
  const enabled = isLongEnough && settled.length >= SEARCH_LENGTH_MIN;
  const clients = useQuery({ ...clientSearchQuery(settled), enabled });
  const records = useQuery({ ...paletteQuery(settled), enabled: enabled && areRecordsWanted });
  const isWaiting = clients.isFetching || records.isFetching;
  const foundClients = enabled ? clients.data : undefined;
  const foundRecords = enabled && areRecordsWanted ? records.data : undefined;
  const groups = useMemo(
    () => groupFound(foundClients ?? [], foundRecords ?? NO_RECORDS, typed),
    [foundClients, foundRecords, typed],
  );

  return {
    groups,
    error: enabled ? (clients.error ?? records.error) : null,
    isSearching: isLongEnough && (settled !== typed || isWaiting),
  };
};
