import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { TICKET_FILTERS } from '#shared/contract/limits.ts';
import { Support } from '../../features/tickets/list/support.tsx';
import { preloadClientDialog } from './client-dialogs.tsx';

const route = getRouteApi('/client');

/** The support centre, whose filters are in the address. */
export const ClientSupport = () => {
  const { show, search } = route.useSearch();
  const navigate = useNavigate({ from: '/client' });

  // After the list, so that the list appears sooner and both dialogs still open at once.
  useEffect(() => {
    void preloadClientDialog('ticket.new');
    void preloadClientDialog('ticket.view');
  }, []);

  return (
    <Support
      filters={{ show: TICKET_FILTERS.find((filter) => filter === show), search }}
      onFilter={(filters) =>
        void navigate({
          to: '/client',
          search: (shown) => ({ ...shown, show: filters.show, search: filters.search }),
          replace: true,
        })
      }
    />
  );
};
