import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';
import { LEDGER_KEY } from './client-key.ts';

/** What a client owes, or their credit. Several areas show it. */
export const debtQuery = (userId: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'debt', userId],
    queryFn: ({ signal }) => api.payments.debt({ params: { userId }, signal }),
  });
