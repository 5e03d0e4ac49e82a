import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DebtorFilters } from '#shared/contract/debtors/ledger-statements.ts';
import type { RequestParsed } from '#shared/contract/index.ts';
import type { Period } from '../../lib/money/periods.ts';
import { api } from '../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../lib/reads/client-key.ts';

/** The page before stays until this one is there, but never that of another day, whose sums are others. */
const keepPageOfDay =
  ({ asAt }: { asAt?: string | undefined }) =>
  <Page>(shown: Page | undefined, before: { queryKey: readonly unknown[] } | undefined): Page | undefined => {
    const last = before?.queryKey.at(-1) as { asAt?: string } | undefined;

    return last && last.asAt === asAt ? shown : undefined;
  };

export type DebtorPage = RequestParsed<'debtors.list'>['query'];

export const debtorListQuery = (page: DebtorPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'debtors', page],
    queryFn: ({ signal }) => api.debtors.list({ query: page, signal }),
    placeholderData: keepPageOfDay(page),
  });

export const debtorSumsQuery = ({ search, min, overdue, asAt }: DebtorFilters) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'debtor-sums', { search, min, overdue, asAt }],
    queryFn: ({ signal }) => api.debtors.sums({ query: { search, min, overdue, asAt }, signal }),
    placeholderData: keepPreviousData,
  });

export type CreditPage = RequestParsed<'debtors.credits'>['query'];

export const creditListQuery = (page: CreditPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'credits', page],
    queryFn: ({ signal }) => api.debtors.credits({ query: page, signal }),
    placeholderData: keepPageOfDay(page),
  });

export const statementQuery = (userId: number, { from, to }: Period) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'statement', userId, from, to],
    queryFn: ({ signal }) => api.debtors.statement({ params: { userId }, query: { from, to }, signal }),
    // The statement of the period before stays until this one is there, but never another client's.
    placeholderData: (shown) => (shown?.userId === userId ? shown : undefined),
  });
