import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { ClientService } from '#shared/contract/client.ts';
import { TEXT_LENGTH_MAX, TICKET_FILTERS } from '#shared/contract/limits.ts';
import { formatPhone } from '#shared/south-africa.ts';
import { lazyDialog } from '../components/dialog/lazy-dialog.tsx';
import { clientServicesQuery } from '../features/client/queries.ts';
import { Support } from '../features/tickets/list/support.tsx';
import type { ClientSearch } from './client-search.ts';
import { requestOffer } from './offer-request.ts';

const route = getRouteApi('/client');

/** Loaded after the list, so that the list appears sooner and both dialogs still open at once. */
const CreateTicketDialog = lazyDialog(
  () => import('../features/tickets/writing/create-ticket-dialog.tsx'),
  'CreateTicketDialog',
  { title: 'Create Ticket' },
);

const TicketDialog = lazyDialog(
  () => import('../features/tickets/dialog/ticket-dialog.tsx'),
  'TicketDialog',
  {
    title: 'Ticket',
    size: 'wide',
  },
);

/** Names the service by its number or username, if it has one. */
const subjectAbout = (service: ClientService | undefined): string | undefined => {
  if (!service) {
    return undefined;
  }

  const name = service.msisdn ? formatPhone(service.msisdn) : service.username;

  return `Help with ${service.serviceName}${name ? `, ${name}` : ''}`.slice(0, TEXT_LENGTH_MAX);
};

/** What closes the form of a new ticket. */
const CLOSED = { new: undefined, about: undefined, offer: undefined };

/** The support centre and the dialogs that the address names. Closing one replaces the history entry. */
export const ClientSupport = () => {
  const { show, search, ticket, new: purpose, about, offer } = route.useSearch();
  const asked = requestOffer(offer);
  const services = useQuery({ ...clientServicesQuery, enabled: about !== undefined });
  const navigate = useNavigate({ from: '/client' });
  const changeAddress = (change: Partial<ClientSearch>) => {
    void navigate({ to: '/client', search: (shown) => ({ ...shown, ...change }), replace: true });
  };

  useEffect(() => {
    void CreateTicketDialog.preload();
    void TicketDialog.preload();
  }, []);

  return (
    <>
      <Support
        filters={{ show: TICKET_FILTERS.find((filter) => filter === show), search }}
        onFilter={(filters) => changeAddress({ show: filters.show, search: filters.search })}
      />
      {ticket && !purpose && (
        <TicketDialog ticketId={ticket} onClose={() => changeAddress({ ticket: undefined })} />
      )}
      {purpose && (
        <CreateTicketDialog
          purpose={purpose === true ? 'any' : purpose}
          isPreparing={about !== undefined && services.isPending}
          initialSubject={asked?.subject ?? subjectAbout(services.data?.find(({ id }) => id === about))}
          initialDescription={asked?.description}
          onCreated={(id) => changeAddress({ ...CLOSED, ticket: id })}
          onClose={() => changeAddress(CLOSED)}
        />
      )}
    </>
  );
};
