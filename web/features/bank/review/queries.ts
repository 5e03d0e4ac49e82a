import { queryOptions } from '@tanstack/react-query';
import { daysOfRecording } from '#shared/books/recorded-days.ts';
import type { BankLine, BankLines } from '#shared/contract/bank/bank-lines.ts';
import { BANK_LINE_FILTERS } from '#shared/contract/bank/line-states.ts';
import { PAYMENTS_SHOWN } from '#shared/contract/limits.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter, startOfDay } from '#shared/dates.ts';
import { oneOf } from '../../../lib/address/search-params.ts';
import { api } from '../../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../../lib/reads/client-key.ts';
import type { LineFilter } from '../links.ts';

/** Reads which lines an address shows; by default those to look at. */
export const readLineFilter = oneOf<LineFilter>(['all', ...BANK_LINE_FILTERS]);

/** The lines that are shown: all, those of a filter, or only one. */
export interface ShownLines {
  fileId: number;
  filter: LineFilter;
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

/** What a line would pay for a client, or what it would reverse if the bank returned this payment. */
export const forecastQuery = (lineId: number, userId: number, paymentId?: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'bank-forecast', lineId, userId, paymentId],
    queryFn: ({ signal }) =>
      api.bank.forecast({
        params: { id: lineId },
        query: { userId, ...(paymentId !== undefined && { paymentId }) },
        signal,
      }),
  });

/** A bank returns a payment within weeks. */
const RETURN_DAYS = 35;

/** Returns the first and the last day of the payments that a line may be about. */
const daysNear = ({ amount, date }: Pick<BankLine, 'amount' | 'date'>): { from: string; until: string } =>
  amount < 0 ? { from: dayAfter(startOfDay(date), -RETURN_DAYS), until: date } : daysOfRecording(date);

/** The payments of a client that may be a line, or that it returns, the newest first, with the days that were looked at. */
export const nearPaymentsQuery = (userId: number, line: Pick<BankLine, 'amount' | 'date'>) => {
  const days = daysNear(line);

  return queryOptions({
    queryKey: [...LEDGER_KEY, 'near-payments', userId, days],
    queryFn: async ({ signal }) => {
      const period = { from: days.from, to: days.until };
      const listed: ListedPayment[] = [];
      for (let isMore = true; isMore; ) {
        const before = listed.at(-1)?.cursor;
        const query = before === undefined ? period : { ...period, before };
        const page = await api.payments.list({ params: { userId }, query, signal });
        listed.push(...page);
        isMore = page.length === PAYMENTS_SHOWN;
      }

      return {
        days,
        payments: listed.filter((entry) => entry.kind === 'payment' && entry.reversedAt === null),
      };
    },
  });
};
