import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { whileAttended } from '../../lib/browser/attended.ts';
import { api } from '../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../lib/reads/client-key.ts';

const BOOKING_POLL_MS = 1000;

export const bankFilesQuery = (page: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-files', page],
    queryFn: ({ signal }) => api.bank.files({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });

/** A file with its counts and sums; they are read again while a job books its lines. */
export const bankFileQuery = (id: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-file', id],
    queryFn: ({ signal }) => api.bank.file({ params: { id }, signal }),
    refetchInterval: whileAttended<BankFile>(({ data }) =>
      data?.state === 'booking' ? BOOKING_POLL_MS : false,
    ),
  });

/** What the bookings of a file came to. */
export const bankFileSummaryQuery = (id: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-file-summary', id],
    queryFn: ({ signal }) => api.bank.summary({ params: { id }, signal }),
    // A cached summary would show figures from before the last decision.
    gcTime: 0,
  });

/** The file that brought a line. */
export const fileOfLineQuery = (lineId: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'file-of-line', lineId],
    queryFn: ({ signal }) => api.bank['file-of-line']({ params: { id: lineId }, signal }),
  });

/** The lines whose money is nobody's yet, with the sum of all of them. */
export const unidentifiedQuery = (page: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'unidentified', page],
    queryFn: ({ signal }) => api.bank.unidentified({ query: { page }, signal }),
    placeholderData: keepPreviousData,
  });
