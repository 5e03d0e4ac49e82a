import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { DocumentRow } from '#shared/books/vat-rows.ts';
import type { RequestParsed } from '#shared/contract/index.ts';
import { VAT_DOCUMENTS_SHOWN } from '#shared/contract/limits.ts';
import { api } from '../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../lib/reads/client-key.ts';

export type BookPage = RequestParsed<'books.entries'>['query'];

/** The entries behind a row of the control account. */
export const bookEntriesQuery = (page: BookPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'entries', page],
    queryFn: ({ signal }) => api.books.entries({ query: page, signal }),
    // The page before stays until this one is there, but never that of another row or period.
    placeholderData: (shown, before) => {
      const [, , last] = (before?.queryKey ?? []) as [unknown?, unknown?, BookPage?];

      return last?.row === page.row && last.from === page.from && last.to === page.to ? shown : undefined;
    },
  });

export const bankReconciliationQuery = (month: string) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-reconciliation', month],
    queryFn: ({ signal }) => api.books['bank-reconciliation']({ query: { month }, signal }),
  });

export type ItemPage = RequestParsed<'books.reconciliation-items'>['query'];

/** What a figure of the bank reconciliation consists of. */
export const reconciliationItemsQuery = (page: ItemPage) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'reconciliation-items', page],
    queryFn: ({ signal }) => api.books['reconciliation-items']({ query: page, signal }),
    // The page before stays until this one is there, but never that of another figure.
    placeholderData: (shown, before) => {
      const last = before?.queryKey.at(-1) as ItemPage | undefined;

      return last?.row === page.row && last.account === page.account && last.month === page.month
        ? shown
        : undefined;
    },
  });

/** A report of a tax period; without a number it is of today's. */
export interface ShownReport {
  period: string;
  vatNumber: string | undefined;
}

export const vatReportsQuery = queryOptions({
  queryKey: [...LEDGER_KEY, 'vat-reports'],
  queryFn: ({ signal }) => api.books['vat-reports']({ signal }),
});

export const vatReportQuery = (shown: ShownReport) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'vat-report', shown],
    queryFn: ({ signal }) => api.books['vat-report']({ query: shown, signal }),
    placeholderData: keepPreviousData,
  });

export const vatDocumentsQuery = (shown: ShownReport & { row: DocumentRow }) =>
  infiniteQueryOptions({
    queryKey: [...LEDGER_KEY, 'vat-documents', shown],
    queryFn: ({ pageParam, signal }) =>
      api.books['vat-documents']({ query: { ...shown, page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, total }) => (page * VAT_DOCUMENTS_SHOWN < total ? page + 1 : undefined),
  });
