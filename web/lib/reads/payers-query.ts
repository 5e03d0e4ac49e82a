import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { LEDGER_KEY } from './client-key.ts';
import { isRefinement, SEARCH_FRESH_MS } from './search-freshness.ts';

/** The clients who may have paid an amount; without a text those whom it fits exactly. */
export const payersQuery = (amount: number, q: string) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'payers', amount, q],
    queryFn: ({ signal }) => api.bank['find-payers']({ query: { amount, ...(q !== '' && { q }) }, signal }),
    staleTime: SEARCH_FRESH_MS,
    placeholderData: (payers, previous) => {
      const [, , before, typed] = previous?.queryKey ?? [];

      return before === amount && q !== '' && typed !== '' && isRefinement(q, typed) ? payers : undefined;
    },
  });
