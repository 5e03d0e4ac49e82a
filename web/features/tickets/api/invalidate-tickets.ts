import type { QueryClient } from '@tanstack/react-query';
import { isConflict } from '../../../lib/api-error.ts';
import { CLIENT_KEY } from '../../../lib/client-key.ts';
import { ticketListQuery } from './list-tickets.ts';
import { supportStatusQuery } from './read-support-status.ts';
import { ticketQuery } from './read-ticket.ts';
import { conversationQuery } from './read-ticket-conversation.ts';

/** Invalidates the data that a write to any ticket changes: the list, the figures, and those of the dashboard. */
export const invalidateOverview = (queryClient: QueryClient) =>
  Promise.all(
    [ticketListQuery.queryKey, supportStatusQuery.queryKey, CLIENT_KEY].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

export const invalidateTicket = (queryClient: QueryClient, ticketId: number) =>
  Promise.all([invalidateOverview(queryClient), queryClient.invalidateQueries(ticketQuery(ticketId))]);

/** After a 409, reloads the ticket, because the screen shows an outdated state. */
export const readAfterConflict = (queryClient: QueryClient, ticketId: number, error: Error): void => {
  if (!isConflict(error)) {
    return;
  }

  void invalidateTicket(queryClient, ticketId);
  void queryClient.invalidateQueries(conversationQuery(ticketId));
};
