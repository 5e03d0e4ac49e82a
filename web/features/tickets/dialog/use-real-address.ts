import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import { conversationQuery, ticketQuery } from '../queries.ts';

/**
 * Puts the real id of a sent ticket into the address, but not while a reply is being written under the temporary id.
 */
export const useRealAddress = (ticketId: number, ticket: Ticket, isWriting: boolean): void => {
  const navigate = useNavigate({ from: '/client' });
  const queryClient = useQueryClient();

  useEffect(() => {
    if (ticket.id === ticketId || isWriting) {
      return;
    }

    const { queryKey } = conversationQuery(ticketId);
    queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
    queryClient.setQueryData(conversationQuery(ticket.id).queryKey, queryClient.getQueryData(queryKey));
    void navigate({ to: '/client', search: (shown) => ({ ...shown, ticket: ticket.id }), replace: true });
  }, [ticketId, ticket, isWriting, navigate, queryClient]);
};
