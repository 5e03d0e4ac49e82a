import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { USERS_KEY } from './users-key.ts';

export const recentUsersQuery = queryOptions({
  queryKey: [...USERS_KEY, 'recent'],
  queryFn: ({ signal }) => api.users.recent({ signal }),
});
