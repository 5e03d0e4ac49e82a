import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { TICKETS_KEY } from './tickets-key.ts';

export const supportGroupsQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'groups'],
  queryFn: ({ signal }) => api.tickets.groups({ signal }),
});
