import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { isRefinement, SEARCH_FRESH_MS } from './search-freshness.ts';

/** The next search aborts an unfinished one; earlier results stay until the refined search has answered. */
export const clientSearchQuery = (q: string) =>
  queryOptions({
    queryKey: ['customers', 'search', q],
    queryFn: ({ signal }) => api.customers.search({ query: { q }, signal }),
    staleTime: SEARCH_FRESH_MS,
    placeholderData: (results, previous) => (isRefinement(q, previous?.queryKey[2]) ? results : undefined),
  });
