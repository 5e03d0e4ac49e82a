import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/**
 * Reads never refetch by themselves, never go stale and are not retried. A write invalidates the data that it changed,
 * and its own values, such as a password, are dropped once it is answered. `onRefused` is called for every refusal of a
 * read or write.
 */
export const makeQueryClient = (onRefused: (error: ApiError) => void): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError) {
      onRefused(error);
    }
  };

  const mutationCache: MutationCache = new MutationCache({
    onError,
    onSettled: (_data, _error, _variables, _onMutateResult, mutation) => mutationCache.remove(mutation),
  });

  return new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false, gcTime: 0 },
    },
  });
};
