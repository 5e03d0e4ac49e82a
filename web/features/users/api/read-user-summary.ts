import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { USERS_KEY } from './users-key.ts';

export const userSummaryQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'summary', userId],
    queryFn: ({ signal }) => api.users.summary({ params: { User_Id: userId }, signal }),
  });
