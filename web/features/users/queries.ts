import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { TIMELINE_SHOWN } from '#shared/contract/limits.ts';
import type { TimelineEntry, TimelineKind } from '#shared/contract/users/timeline.ts';
import { api } from '../../lib/reads/api.ts';
import { STATS_KEY } from '../../lib/reads/client-key.ts';

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
  queryKey: STATS_KEY,
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

/** Pages of a timeline, the newest entries first. */
export const timelineQuery = (userId: number, kind: TimelineKind | undefined) =>
  infiniteQueryOptions({
    queryKey: [...USERS_KEY, 'timeline', userId, kind],
    queryFn: ({ pageParam, signal }) =>
      api.users.timeline({
        params: { User_Id: userId },
        query: { ...(kind && { kind }), ...(pageParam !== undefined && { before: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: TimelineEntry[]) =>
      page.length < TIMELINE_SHOWN ? undefined : page.at(-1)?.cursor,
    // The entries of another kind stay until these are there, but never another account's.
    placeholderData: (shown, query) => (query?.queryKey[2] === userId ? shown : undefined),
  });
