import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { PdfProgress } from '#shared/contract/invoices.ts';
import { whileAttended } from '../../lib/browser/attended.ts';
import { api } from '../../lib/reads/api.ts';
import { pdfListsKey } from './invoice-list-query.ts';
import { pdfCalls } from './pdf-calls.ts';
import { nextReadMs } from './progress-polling.ts';
import type { PdfArea } from './shown-pdfs.ts';

export const creditNoteListQuery = (userId: number) =>
  queryOptions({
    queryKey: [...pdfListsKey('credit-notes'), userId],
    queryFn: ({ signal }) => api['credit-notes'].list({ params: { userId }, signal }),
  });

/** The kind of invoice that is issued now, and how it is paid. */
export const billingDetailsQuery = queryOptions({
  queryKey: ['invoices', 'billing'],
  queryFn: ({ signal }) => api.invoices.billing({ signal }),
});

/** Polls while the job is open. `watchedSince` is a time in ms. */
export const pdfProgressQuery = (area: PdfArea, id: number, watchedSince: number) =>
  queryOptions({
    queryKey: [area, 'progress', id],
    queryFn: ({ signal }): Promise<PdfProgress> => pdfCalls(area).progress({ params: { id }, signal }),
    refetchInterval: whileAttended<PdfProgress>((state) => nextReadMs(state, watchedSince)),
  });

/** Stores a progress, and cancels a pending read, whose older answer would overwrite it. */
export const takeProgress = async (
  queryClient: QueryClient,
  { area, id }: { area: PdfArea; id: number },
  progress: PdfProgress,
) => {
  const { queryKey } = pdfProgressQuery(area, id, 0);
  await queryClient.cancelQueries({ queryKey });
  queryClient.setQueryData(queryKey, progress);
};
