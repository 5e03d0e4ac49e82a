import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { Support } from '../features/tickets/support.tsx';
import { lazyPart } from '../lib/lazy-part.tsx';
import type { ClientSearch } from './client-search.ts';

const route = getRouteApi('/client');

/** Loaded behind the list, so that the list is there sooner and both still open at once. */
const CreateTicketDialog = lazyPart(
  () => import('../features/tickets/create-ticket-dialog.tsx'),
  'CreateTicketDialog',
);

const TicketDialog = lazyPart(() => import('../features/tickets/ticket-dialog.tsx'), 'TicketDialog');

/** The support centre and the dialogs that the address names. A closed one takes the place of the open one. */
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
      <Suspense>
        {ticket && !purpose && (
          <TicketDialog ticketId={ticket} onClose={() => changeAddress({ ticket: undefined })} />
        )}
        {purpose && (
          <CreateTicketDialog
            purpose={purpose === true ? 'any' : purpose}
            onClose={() => changeAddress({ new: undefined })}
          />
        )}
      </Suspense>
    </>
  );
};
