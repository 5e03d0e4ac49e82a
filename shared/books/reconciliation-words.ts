import type { ReconciledAccount, ReconciliationList } from '../contract/books/bank-reconciliation.ts';
import { formatDateShort } from '../dates.ts';
import { PURGED_LABEL } from '../invoices/ledger-words.ts';
import { formatAmount } from '../money.ts';

/** The figures of a bank reconciliation, as bookkeepers call them. */
export const RECONCILIATION_LABELS: Record<ReconciliationList, string> = {
  receipts: 'Receipts with a line, in the books',
  later: 'Receipts entered after the month',
  unidentified: 'Unidentified receipts',
  sentBack: 'Unidentified, sent back',
  open: 'Lines not booked yet',
  ignored: 'Ignored lines',
  returned: 'Returned payments, in the books',
  returnedOpen: 'Returned payments, not booked yet',
  joinedFees: 'Fees of card and debit-order batches',
  fees: 'Bank fees of the fee column',
  other: 'Money out and other rows',
  withLine: 'With a line of this month',
  lineBefore: 'With a line of an earlier month',
  lineAfter: 'With a line of a later month',
  typed: 'Without a line, typed by hand',
  undone: 'Of lines that were opened again',
  purged: PURGED_LABEL,
};

/** The frame of the figures: the balances and the totals. */
export const RECONCILIATION_FRAME = {
  opening: 'Opening balance',
  sum: 'Calculated closing balance',
  closing: 'Closing balance of the files',
  difference: 'Difference',
  receipts: 'Receipts of the control account',
};

/** Names the rows of a day that are no lines. */
export const wordRowsOfDay = (rows: number): string => `${rows} ${rows === 1 ? 'row' : 'rows'} of the day`;

/** True if the files say nothing of the month, not even that it had no rows. */
export const hasNoFigures = ({ files, until }: Pick<ReconciledAccount, 'files' | 'until'>): boolean =>
  files.length === 0 && until === null;

/** What keeps an account's files and the books from agreeing for a month, in sentences. */
export const wordOpenPoints = (
  { files, wasRead, begins, until, gaps, lacksBalances }: ReconciledAccount,
  to: string,
): string[] => [
  ...(until === null
    ? [wasRead ? 'No file covers a day of this month.' : 'No file of this account was ever read.']
    : []),
  ...(begins === null
    ? []
    : [`The files begin on ${formatDateShort(begins)}. The days before are in no file.`]),
  ...(until === null || until === to
    ? []
    : [
        `The files end on ${formatDateShort(until)}. The days after are in no file, and the figures end there too.`,
      ]),
  ...gaps.map(({ after, before, difference }) =>
    difference === null
      ? `Rows between ${formatDateShort(after)} and ${formatDateShort(before)} are in no file.`
      : `The balance of ${formatDateShort(before)} does not follow from that of ${formatDateShort(after)}: they differ by ${formatAmount(difference)}.`,
  ),
  ...(lacksBalances && files.length > 0
    ? ['A file of this month has no balances, so the bank does not prove its figures.']
    : []),
];
