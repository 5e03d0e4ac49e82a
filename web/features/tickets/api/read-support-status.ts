import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { TICKETS_KEY } from './tickets-key.ts';

export const supportStatusQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'status'],
  queryFn: ({ signal }) => api.tickets.status({ signal }),
});
