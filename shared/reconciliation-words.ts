import type { ReconciledAccount, ReconciliationList } from './contract/bank-reconciliation.ts';
import { formatDateShort } from './dates.ts';
import { PURGED_LABEL } from './ledger-words.ts';
import { formatAmount } from './money.ts';

/** The figures of a bank reconciliation, as bookkeepers call them. */
export const RECONCILIATION_LABELS: Record<ReconciliationList, string> = {
  receipts: 'Receipts with a line, in the books',
  joinedFees: 'Fees of card and debit-order batches',
  later: 'Receipts entered after the month',
  unidentified: 'Unidentified receipts',
  sentBack: 'Unidentified, sent back',
  open: 'Lines not booked yet',
  ignored: 'Ignored lines',
  returned: 'Returned payments, in the books',
  returnedOpen: 'Returned payments, not booked yet',
  fees: 'Bank fees of the fee column',
  other: 'Money out and other rows',
  withLine: 'With a line of this month',
  lineBefore: 'With a line of an earlier month',
  lineAfter: 'With a line of a later month',
  typed: 'Without a line, typed by hand',
  undone: 'Of lines that were opened again',
  purged: PURGED_LABEL,
};

/** What keeps an account's files and the books from agreeing for a month, in sentences. */
export const wordOpenPoints = (
  { files, begins, until, gaps, lacksBalances }: ReconciledAccount,
  to: string,
): string[] => [
  ...(until === null ? ['No file covers a day of this month.'] : []),
  ...(begins === null
    ? []
    : [`The files begin on ${formatDateShort(begins)}. The days before are in no file.`]),
  ...(until === null || until === to
    ? []
    : [
        `The files end on ${formatDateShort(until)}. The days after are in no file, and the figures end there too.`,
      ]),
  ...gaps.map(
    ({ after, before, difference }) =>
      `Rows between ${formatDateShort(after)} and ${formatDateShort(before)} are in no file${
        difference === null ? '' : `: the balances differ by ${formatAmount(difference)}`
      }.`,
  ),
  ...(lacksBalances && files.length > 0
    ? ['A file of this month has no balances, so the bank does not prove its figures.']
    : []),
];
