import type { QueryClient } from '@tanstack/react-query';
import type { OwnUser } from '#shared/contract/auth.ts';
import { sessionQuery } from '../../../lib/session.ts';

/** Changes what this browser holds of the signed-in user. */
export const changeOwnUser = (queryClient: QueryClient, change: Partial<OwnUser>) =>
  queryClient.setQueryData(sessionQuery.queryKey, (user) => user && { ...user, ...change });
