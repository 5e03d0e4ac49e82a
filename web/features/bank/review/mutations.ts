import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import type { BankLine, BankLines } from '#shared/contract/bank/bank-lines.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { useContentKey } from '../../../lib/forms/idempotency-key.ts';
import { api } from '../../../lib/reads/api.ts';
import { ApiError } from '../../../lib/reads/api-error.ts';
import { isMoney } from '../../../lib/reads/fresh-money.ts';
import { bankFileQuery } from '../queries.ts';
import { type Candidate, isChosenByHand, quotesInvoice } from './line-words.ts';
import { BANK_LINES_KEY, forecastQuery } from './queries.ts';

type Booking = RequestInput<'bank.book'>['body'];

/** What an administrator does with a line. */
export type LineAct = { line: BankLine } & (
  | { does: 'book'; body: Booking }
  /** Book all of it for one client. */
  | { does: 'pay'; client: Candidate }
  | { does: 'ignore' }
  | { does: 'reopen'; reason?: string | undefined }
);

/** An act as it is sent. */
type SentAct = Exclude<LineAct, { does: 'pay' }>;

/**
 * Names the invoices of which the line recovers something, as the forecast does. Only a line that quotes an invoice has
 * such, so no other waits for its forecast; whether one does is not known of a client who was chosen by hand.
 */
const nameInvoices = async (queryClient: QueryClient, line: BankLine, client: Candidate) => {
  if (!quotesInvoice(client) && !isChosenByHand(client)) {
    return [];
  }
  const { allocations } = await queryClient.fetchQuery(forecastQuery(line.id, client.userId));

  return allocations
    .filter(({ recovered }) => recovered > 0)
    .map(({ invoiceId, amount }) => ({ invoiceId, amount }));
};

const prepare = async (queryClient: QueryClient, act: LineAct): Promise<SentAct> => {
  if (act.does !== 'pay') {
    return act;
  }
  const { line, client } = act;
  const allocations = await nameInvoices(queryClient, line, client);
  const part = { userId: client.userId, amount: line.amount };

  return {
    does: 'book',
    line,
    body: { parts: [allocations.length > 0 ? { ...part, allocations } : part] },
  };
};

const send = (act: SentAct, idempotencyKey: string): Promise<BankLine> => {
  const params = { id: act.line.id };
  if (act.does === 'book') {
    return api.bank.book({ params, body: act.body, idempotencyKey });
  }

  return act.does === 'ignore'
    ? api.bank.ignore({ params, idempotencyKey })
    : api.bank.reopen({ params, body: act.reason ? { reason: act.reason } : {}, idempotencyKey });
};

const countMoved = (file: BankFile, from: BankLine['state'], to: BankLine['state']): BankFile => {
  const counts = { ...file.counts };
  counts[from] -= 1;
  counts[to] += 1;

  return { ...file, counts };
};

/** Shows a line as it is now at once; the lists and sums are read again afterwards. */
const showLine = (queryClient: QueryClient, before: BankLine, line: BankLine): void => {
  queryClient.setQueriesData<BankLines>(
    { queryKey: BANK_LINES_KEY },
    (list) => list && { ...list, lines: list.lines.map((one) => (one.id === line.id ? line : one)) },
  );
  queryClient.setQueryData(
    bankFileQuery(line.fileId).queryKey,
    (file) => file && countMoved(file, before.state, line.state),
  );
};

export interface LineHandlers {
  onWritten: (line: BankLine, act: LineAct) => void;
  /** Somebody else was faster: the line as it is now. */
  onFaster: (line: BankLine) => void;
  onRefused?: (error: Error, act: LineAct) => void;
}

/** The line as it is now, if a 409 contains it. */
const currentOf = (error: Error): BankLine | undefined =>
  error instanceof ApiError && error.status === 409 ? (error.current as BankLine | undefined) : undefined;

/** Writes what a line is. */
export const useLineWrite = ({ onWritten, onFaster, onRefused }: LineHandlers) => {
  const queryClient = useQueryClient();
  const { keyFor, renew } = useContentKey();

  return useMutation({
    mutationFn: async (act: LineAct) => {
      const sent = await prepare(queryClient, act);
      const { line, ...content } = sent;

      return send(sent, keyFor({ lineId: line.id, ...content }));
    },
    onSuccess: (line, act) => {
      renew();
      showLine(queryClient, act.line, line);
      onWritten(line, act);
    },
    onError: (error, act) => {
      const current = currentOf(error);
      if (current) {
        showLine(queryClient, act.line, current);
        onFaster(current);
      } else {
        onRefused?.(error, act);
      }
    },
  });
};

/** Orders the job that books the certain lines of a file; `onOrdered` gets the file as it is then. */
export const useBookCertain = (fileId: number, onOrdered: (file: BankFile) => void) => {
  const queryClient = useQueryClient();
  const { keyFor, renew } = useContentKey();

  return useMutation({
    mutationFn: () =>
      api.bank['book-certain']({ params: { id: fileId }, body: {}, idempotencyKey: keyFor({ fileId }) }),
    onSuccess: (file) => {
      renew();
      queryClient.setQueryData(bankFileQuery(fileId).queryKey, file);
      onOrdered(file);
    },
  });
};

/** Reads again what a job has changed since it was read: the lines, and once it is over everything about money. */
export const useReadsAfterBooking = () => {
  const queryClient = useQueryClient();

  return {
    lines: () => void queryClient.invalidateQueries({ queryKey: BANK_LINES_KEY }),
    everything: () => void queryClient.invalidateQueries({ predicate: isMoney }),
  };
};
