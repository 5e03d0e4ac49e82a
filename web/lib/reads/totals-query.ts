import { queryOptions } from '@tanstack/react-query';
import type { Period } from '../money/periods.ts';
import { api } from './api.ts';
import { LEDGER_KEY } from './client-key.ts';

/** The control account of a period. Several areas show it. */
export const totalsQuery = (period: Period) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'totals', period.from, period.to],
    queryFn: ({ signal }) => api.books.totals({ query: period, signal }),
  });
