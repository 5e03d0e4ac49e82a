import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../lib/api.ts';

export const USERS_KEY = ['users'] as const;

export type UserListQuery = RequestInput<'users.list'>['query'];

export const userListQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'list', query],
    queryFn: ({ signal }) => api.users.list({ query, signal }),
    placeholderData: keepPreviousData,
  });

export const recentUsersQuery = queryOptions({
  queryKey: [...USERS_KEY, 'recent'],
  queryFn: ({ signal }) => api.users.recent({ signal }),
});

export const adminStatsQuery = queryOptions({
  queryKey: [...USERS_KEY, 'stats'],
  queryFn: ({ signal }) => api.users.stats({ signal }),
});

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'detail', userId],
    queryFn: ({ signal }) => api.users.read({ params: { User_Id: userId }, signal }),
  });

export const userSummaryQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'summary', userId],
    queryFn: ({ signal }) => api.users.summary({ params: { User_Id: userId }, signal }),
  });

export const changesQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'changes', userId],
    queryFn: ({ signal }) => api.users.changes({ params: { User_Id: userId }, signal }),
  });
