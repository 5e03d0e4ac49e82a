import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';
import type { PdfArea } from './shown-pdfs.ts';

/* Apart from the other reads, because every first screen loads it. */

/** Query key of the lists of all clients. */
export const pdfListsKey = <Area extends PdfArea>(area: Area) => [area, 'list'] as const;

export const invoiceListQuery = (userId: number) =>
  queryOptions({
    queryKey: [...pdfListsKey('invoices'), userId],
    queryFn: ({ signal }) => api.invoices.list({ params: { userId }, signal }),
  });
