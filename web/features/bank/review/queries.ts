import { queryOptions } from '@tanstack/react-query';
import type { BankLine, BankLines } from '#shared/contract/bank.ts';
import type { BANK_LINE_FILTERS } from '#shared/contract/bank-limits.ts';
import { dayAfter } from '#shared/dates.ts';
import { bankDayOf } from '#shared/ledger-words.ts';
import { api } from '../../../lib/api.ts';
import { LEDGER_KEY } from '../../../lib/client-key.ts';

/** The lines that are shown: all, those of a filter, or only one. */
export interface ShownLines {
  fileId: number;
  filter: (typeof BANK_LINE_FILTERS)[number] | 'all';
  page: number;
  lineId?: number | undefined;
}

/** The lines of all files. */
export const BANK_LINES_KEY = [...LEDGER_KEY, 'bank-lines'] as const;

export const bankLinesQuery = ({ fileId, filter, page, lineId }: ShownLines) =>
  queryOptions({
    queryKey: [...BANK_LINES_KEY, fileId, filter, page, lineId],
    queryFn: ({ signal }): Promise<BankLines> =>
      api.bank.lines({
        params: { id: fileId },
        query: lineId ? { line: lineId } : { page, ...(filter !== 'all' && { state: filter }) },
        signal,
      }),
    // The page before stays until this one is there, but never that of another file.
    placeholderData: (shown, before) => (before?.queryKey[2] === fileId ? shown : undefined),
  });

/** What a line would pay for a client. */
export const forecastQuery = (lineId: number, userId: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-forecast', lineId, userId],
    queryFn: ({ signal }) => api.bank.forecast({ params: { id: lineId }, query: { userId }, signal }),
  });

/** Payments further away from a line are not the same money. */
const NEAR_DAYS = 35;

/** The payments of a client around the day of a line, the newest first. */
export const nearPaymentsQuery = (userId: number, { date }: Pick<BankLine, 'date'>) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'near-payments', userId, date],
    queryFn: async ({ signal }) => {
      const day = new Date(`${date}T12:00:00Z`);
      const listed = await api.ledger.payments({ params: { userId }, query: {}, signal });

      return listed.filter(
        (entry) =>
          entry.kind === 'payment' &&
          entry.reversedAt === null &&
          bankDayOf(entry) >= dayAfter(day, -NEAR_DAYS) &&
          bankDayOf(entry) <= dayAfter(day, NEAR_DAYS),
      );
    },
  });
