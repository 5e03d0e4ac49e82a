import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestParsed } from '#shared/contract/index.ts';
import { api } from '../../lib/api.ts';
import { LEDGER_KEY } from '../../lib/client-key.ts';

export type DebtorPage = RequestParsed<'ledger.debtors'>['query'];

export const debtorListQuery = (page: DebtorPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'debtors', page],
    queryFn: ({ signal }) => api.ledger.debtors({ query: page, signal }),
    placeholderData: keepPreviousData,
  });

export const debtorSumsQuery = queryOptions({
  queryKey: [...LEDGER_KEY, 'debtor-sums'],
  queryFn: ({ signal }) => api.ledger['debtor-sums']({ signal }),
});
