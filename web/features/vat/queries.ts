import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { VAT_DOCUMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { DocumentRow } from '#shared/vat-rows.ts';
import { api } from '../../lib/api.ts';
import { LEDGER_KEY } from '../../lib/client-key.ts';

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
