import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Reads never refetch by themselves, never go stale and are not retried; a write invalidates what it changed.
 * `onUnauthenticated` hears of every 401 that a read or write meets.
 */
export const createQueryClient = (onUnauthenticated: () => void): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError && error.status === 401) onUnauthenticated();
  };

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false },
    },
  });
};
