import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { useDeferredValue } from 'react';

/**
 * Reads what a first screen shows. The answer may come before React has hydrated the page, whose HTML shows none, so it
 * is shown from then on: the first one at once, because the screen waits for it, and each later one in slices, so that
 * typing stays responsive while a hundred rows change.
 */
export const useFirstRead = <Data, Key extends QueryKey>(query: UseQueryOptions<Data, Error, Data, Key>) => {
  const { data: read, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(query);
  const isHydrated = useHydrated();
  const data = isHydrated ? read : undefined;

  return {
    data: useDeferredValue(data) ?? data,
    // An answer that could not be read again stays on the screen, which says how old it is.
    error: isHydrated && !read ? error : null,
    refetch,
    isPlaceholderData,
    /** In ms; 0 while there is no answer. */
    readAt: data ? dataUpdatedAt : 0,
  };
};
