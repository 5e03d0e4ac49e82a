import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

export const ownSessionsQuery = queryOptions({
  queryKey: ['sessions', 'own'],
  queryFn: ({ signal }) => api.account.sessions({ signal }),
});

export const sessionsOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: ['sessions', 'of-user', userId],
    queryFn: ({ signal }) => api.sessions.list({ params: { User_Id: userId }, signal }),
  });
