import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';
import { isRefinement, SEARCH_FRESH_MS } from '../../lib/reads/search-freshness.ts';

/** Invoices, services and tickets; earlier results stay until the refined search has answered. */
export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => api.palette.search({ query: { q }, signal }),
    staleTime: SEARCH_FRESH_MS,
    placeholderData: (results, previous) => (isRefinement(q, previous?.queryKey[1]) ? results : undefined),
  });
