import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { TICKETS_KEY } from './tickets-key.ts';

export const ticketQuery = (ticketId: number) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'ticket', ticketId],
    queryFn: ({ signal }) => api.tickets.read({ params: { id: ticketId }, signal }),
  });
