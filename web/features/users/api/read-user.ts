import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { USERS_KEY } from './users-key.ts';

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'detail', userId],
    queryFn: ({ signal }) => api.users.read({ params: { User_Id: userId }, signal }),
  });
