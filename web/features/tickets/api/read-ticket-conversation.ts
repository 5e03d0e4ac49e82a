import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { TICKETS_KEY } from './tickets-key.ts';

export const conversationQuery = (ticketId: number) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'conversation', ticketId],
    queryFn: ({ signal }) => api.tickets.conversations({ params: { id: ticketId }, signal }),
  });
