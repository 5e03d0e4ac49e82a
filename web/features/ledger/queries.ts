import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RequestParsed } from '#shared/contract/index.ts';
import type { ListedPayment } from '#shared/contract/ledger-payments.ts';
import type { DebtorFilters } from '#shared/contract/ledger-statements.ts';
import { PAYMENTS_SHOWN, VAT_DOCUMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { DocumentRow } from '#shared/vat-rows.ts';
import { api } from '../../lib/api.ts';
import { LEDGER_KEY } from '../../lib/client-key.ts';
import type { Period } from '../../lib/periods.ts';

/** Pages of payments, refunds and corrections, the newest first. */
export const paymentListQuery = (userId: number) =>
  infiniteQueryOptions({
    queryKey: [...LEDGER_KEY, 'payments', userId],
    queryFn: ({ pageParam, signal }) =>
      api.ledger.payments({
        params: { userId },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: ListedPayment[]) =>
      page.length < PAYMENTS_SHOWN ? undefined : page.at(-1)?.cursor,
  });

/** Finds a payment of any age: it reads older pages until one has the payment. */
export const usePayment = (userId: number, id: number) => {
  const { data, error, hasNextPage, isFetching, fetchNextPage, refetch } = useInfiniteQuery(
    paymentListQuery(userId),
  );
  const found = data?.pages.flat().find((one) => one.id === id);
  const payment = found?.kind === 'payment' ? found : undefined;
  const needsNextPage = !payment && hasNextPage && !isFetching && !error;

  useEffect(() => {
    if (needsNextPage && data) {
      void fetchNextPage();
    }
  }, [needsNextPage, data, fetchNextPage]);

  return {
    payment,
    isMissing: data !== undefined && !payment && !hasNextPage && !isFetching && !error,
    error,
    refetch,
  };
};

/** The page before stays until this one is there, but never that of another day, whose sums are others. */
const keepPageOfDay =
  ({ asAt }: { asAt?: string | undefined }) =>
  <Page>(shown: Page | undefined, before: { queryKey: readonly unknown[] } | undefined): Page | undefined => {
    const last = before?.queryKey.at(-1) as { asAt?: string } | undefined;

    return last && last.asAt === asAt ? shown : undefined;
  };

export type DebtorPage = RequestParsed<'ledger.debtors'>['query'];

export const debtorListQuery = (page: DebtorPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'debtors', page],
    queryFn: ({ signal }) => api.ledger.debtors({ query: page, signal }),
    placeholderData: keepPageOfDay(page),
  });

export const debtorSumsQuery = ({ search, min, overdue, asAt }: DebtorFilters) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'debtor-sums', { search, min, overdue, asAt }],
    queryFn: ({ signal }) => api.ledger['debtor-sums']({ query: { search, min, overdue, asAt }, signal }),
    placeholderData: keepPreviousData,
  });

export type BookPage = RequestParsed<'ledger.entries'>['query'];

/** The entries behind a row of the control account. */
export const bookEntriesQuery = (page: BookPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'entries', page],
    queryFn: ({ signal }) => api.ledger.entries({ query: page, signal }),
    // The page before stays until this one is there, but never that of another row or period.
    placeholderData: (shown, before) => {
      const [, , last] = (before?.queryKey ?? []) as [unknown?, unknown?, BookPage?];

      return last?.row === page.row && last.from === page.from && last.to === page.to ? shown : undefined;
    },
  });

export const bankReconciliationQuery = (month: string) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-reconciliation', month],
    queryFn: ({ signal }) => api.ledger['bank-reconciliation']({ query: { month }, signal }),
  });

export type ItemPage = RequestParsed<'ledger.reconciliation-items'>['query'];

/** What a figure of the bank reconciliation consists of. */
export const reconciliationItemsQuery = (page: ItemPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'reconciliation-items', page],
    queryFn: ({ signal }) => api.ledger['reconciliation-items']({ query: page, signal }),
    // The page before stays until this one is there, but never that of another figure.
    placeholderData: (shown, before) => {
      const last = before?.queryKey.at(-1) as ItemPage | undefined;

      return last?.row === page.row && last.account === page.account && last.month === page.month
        ? shown
        : undefined;
    },
  });

export type CreditPage = RequestParsed<'ledger.credits'>['query'];

export const creditListQuery = (page: CreditPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'credits', page],
    queryFn: ({ signal }) => api.ledger.credits({ query: page, signal }),
    placeholderData: keepPageOfDay(page),
  });

export const statementQuery = (userId: number, { from, to }: Period) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'statement', userId, from, to],
    queryFn: ({ signal }) => api.ledger.statement({ params: { userId }, query: { from, to }, signal }),
    // The statement of the period before stays until this one is there, but never another client's.
    placeholderData: (shown) => (shown?.userId === userId ? shown : undefined),
  });

/** A report of a tax period; without a number it is of today's. */
export interface ShownReport {
  period: string;
  vatNumber: string | undefined;
}

export const vatReportsQuery = queryOptions({
  queryKey: [...LEDGER_KEY, 'vat-reports'],
  queryFn: ({ signal }) => api.ledger['vat-reports']({ signal }),
});

export const vatReportQuery = (shown: ShownReport) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'vat-report', shown],
    queryFn: ({ signal }) => api.ledger['vat-report']({ query: shown, signal }),
    placeholderData: keepPreviousData,
  });

export const vatDocumentsQuery = (shown: ShownReport & { row: DocumentRow }) =>
  infiniteQueryOptions({
    queryKey: [...LEDGER_KEY, 'vat-documents', shown],
    queryFn: ({ pageParam, signal }) =>
      api.ledger['vat-documents']({ query: { ...shown, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * VAT_DOCUMENTS_SHOWN < total ? page + 1 : undefined),
  });
