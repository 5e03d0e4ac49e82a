import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../../lib/reads/client-key.ts';

/** All closings of months with their figures, also of months that were opened again. */
export const closingsQuery = queryOptions({
  queryKey: [...LEDGER_KEY, 'closings'],
  queryFn: ({ signal }) => api.books.closings({ signal }),
});

/** A page of the age analysis that a closing stored. */
export const closedDebtorsQuery = (query: { closing: number; page: number }) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'closed-debtors', query],
    queryFn: ({ signal }) => api.books['closed-debtors']({ query, signal }),
  });

/** What is open in a month that may be closed. */
export const openPointsQuery = (month: string) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'open-points', month],
    queryFn: ({ signal }) => api.books['open-points']({ query: { month }, signal }),
  });
