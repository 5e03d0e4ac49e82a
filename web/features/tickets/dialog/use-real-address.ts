import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { Ticket } from '#shared/contract/tickets.ts';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { conversationQuery, ticketQuery } from '../queries.ts';

/**
 * Puts the real id of a sent ticket into the address, but not while a reply is being written under the temporary id.
 */
export const useRealAddress = (
  ticketId: number,
  ticket: Ticket,
  { isWriting, onNext }: Pick<DialogProps, 'onNext'> & { isWriting: boolean },
): void => {
  const queryClient = useQueryClient();
  const showUnder = useEffectEvent((id: number) => onNext(`ticket.view:${id}`));

  useEffect(() => {
    if (ticket.id === ticketId || isWriting) {
      return;
    }

    const { queryKey } = conversationQuery(ticketId);
    queryClient.setQueryData(ticketQuery(ticket.id).queryKey, ticket);
    queryClient.setQueryData(conversationQuery(ticket.id).queryKey, queryClient.getQueryData(queryKey));
    showUnder(ticket.id);
  }, [ticketId, ticket, isWriting, queryClient]);
};
