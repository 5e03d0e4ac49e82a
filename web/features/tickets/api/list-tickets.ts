import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { TICKETS_KEY } from './tickets-key.ts';

export const ticketListQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'list'],
  queryFn: ({ signal }) => api.tickets.list({ signal }),
});
