import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyDialog } from '../components/lazy-dialog.tsx';
import { Support } from '../features/tickets/list/support.tsx';
import type { ClientSearch } from './client-search.ts';

const route = getRouteApi('/client');

/** Loaded after the list, so that the list appears sooner and both dialogs still open at once. */
const CreateTicketDialog = lazyDialog(
  () => import('../features/tickets/writing/create-ticket-dialog.tsx'),
  'CreateTicketDialog',
  { title: 'Create Ticket', height: '40rem' },
);

const TicketDialog = lazyDialog(
  () => import('../features/tickets/dialog/ticket-dialog.tsx'),
  'TicketDialog',
  {
    title: 'Ticket',
    size: 'wide',
    height: '36rem',
  },
);

/** The support centre and the dialogs that the address names. Closing one replaces the history entry. */
export const ClientSupport = () => {
  const { show, ticket, new: purpose } = route.useSearch();
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
      <Support show={show} onShowChange={(chosen) => changeAddress({ show: chosen })} />
      {ticket && !purpose && (
        <TicketDialog ticketId={ticket} onClose={() => changeAddress({ ticket: undefined })} />
      )}
      {purpose && (
        <CreateTicketDialog
          purpose={purpose === true ? 'any' : purpose}
          onClose={() => changeAddress({ new: undefined })}
        />
      )}
    </>
  );
};
