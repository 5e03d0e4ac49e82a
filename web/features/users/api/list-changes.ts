import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { USERS_KEY } from './users-key.ts';

export const changesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'changes', userId],
    queryFn: ({ signal }) => api.users.changes({ params: { User_Id: userId }, signal }),
  });
