import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { USERS_KEY } from './users-key.ts';

export const adminStatsQuery = queryOptions({
  queryKey: [...USERS_KEY, 'stats'],
  queryFn: ({ signal }) => api.users.stats({ signal }),
});
