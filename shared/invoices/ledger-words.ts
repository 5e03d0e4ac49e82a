import type { BookEntry, ControlRow, UnidentifiedRow } from '../contract/books/control-account.ts';
import type { Ageing, Debtor } from '../contract/debtors/ledger-statements.ts';
import { OPENING_BALANCE } from '../contract/limits.ts';
import type { EntryKind } from '../contract/payments/ledger-entries.ts';
import type { PaymentMethod } from '../contract/payments/ledger-payments.ts';
import { formatDateShort } from '../dates.ts';
import { SKIP_REASONS } from '../mails/mail-kinds.ts';
import { centsFromAmount, formatRand } from '../money.ts';
import { STILL_PAYABLE } from './still-payable.ts';

/** What screens, statements, mails and files call each kind of ledger entry. */
export const ENTRY_LABELS: Record<EntryKind, string> = {
  opening: OPENING_BALANCE,
  invoice: 'Invoice',
  payment: 'Payment',
  refund: 'Refund',
  correction: 'Correction of the opening balance',
  reversal: 'Reversal',
  'credit-note': 'Credit note',
  'write-off': 'Write-off',
  'write-off-reversal': 'Write-off taken back',
  recovery: 'Recovered debt',
};

export const METHOD_LABELS: Record<PaymentMethod, string> = {
  eft: 'EFT',
  card: 'Card',
  cash: 'Cash',
  'debit-order': 'Debit order',
  other: 'Other',
};

/** How a payment or refund was made, as the end of a sentence. */
const METHOD_PHRASES: Record<PaymentMethod, string> = {
  eft: ' by EFT',
  card: ' by card',
  cash: ' in cash',
  'debit-order': ' by debit order',
  other: '',
};

/** The label of the sum that replaces a month's entries of deleted accounts (D11). */
export const PURGED_LABEL = 'Sum of accounts deleted after eight years';

/** The columns of the amounts owed by age, in days since they were due (D64). */
/** The row of accounts that were deleted since a past day, or before a month was closed. */
export const CLOSED_ACCOUNTS = 'Closed accounts';

export const AGEING_LABELS: Record<keyof Ageing, string> = {
  notDue: 'Not yet due',
  days30: '1–30 days',
  days60: '31–60 days',
  days90: '61–90 days',
  older: 'Over 90 days',
};
/** The headings of the same columns on paper, as bookkeepers know them. */
export const AGEING_PAPER_LABELS: Record<keyof Ageing, string> = {
  notDue: 'Current',
  days30: '30 days',
  days60: '60 days',
  days90: '90 days',
  older: 'Over 90 days',
};
export const AGEING_COLUMNS = Object.keys(AGEING_LABELS) as (keyof Ageing)[];

/** Whether a debtor gets a mail about money, and why not. */
export const DEBTOR_MAIL_WORDS: Record<Debtor['mail'], string> = {
  on: 'Gets mail',
  off: SKIP_REASONS['switched-off'],
  blocked: SKIP_REASONS.blocked,
  unverified: SKIP_REASONS['not-verified'],
};

/** The rows of the debtors' control account, as bookkeepers call them (D71). */
export const CONTROL_LABELS: Record<ControlRow, string> = {
  invoices: 'Invoices',
  creditNotes: 'Credit notes',
  voids: 'Voids',
  receipts: 'Receipts',
  returnedReceipts: 'Returned receipts',
  refunds: 'Refunds',
  adjustments: 'Adjustments',
  writeOffs: 'Write-offs',
  recoveries: 'Recoveries',
};

/** The rows of the unidentified receipts under the control account (D63). */
export const UNIDENTIFIED_LABELS: Record<UnidentifiedRow, string> = {
  unidentified: 'Unidentified receipts',
  unidentifiedIn: 'Unidentified receipts received',
  unidentifiedOut: 'Unidentified receipts moved or sent back',
};

/** What files and lists call each entry that is on no client's account. */
export const RECEIPT_LABELS: Record<Exclude<BookEntry['kind'], EntryKind | 'month-opening'>, string> = {
  'unidentified-in': 'Unidentified receipt',
  'unidentified-moved': 'Unidentified receipt moved to clients or back to its line',
  'unidentified-sent-back': 'Unidentified receipt sent back',
};

export const FUTURE_DATE = 'The date must not be in the future.';

/** What must happen before an account may be deleted or become an administrator's; undefined if it is settled. */
export const wordToSettle = (balance: number): string | undefined => {
  if (balance === 0) {
    return undefined;
  }
  const rand = formatRand(Math.abs(centsFromAmount(balance)));

  return balance > 0 ? `Please refund ${rand} first.` : `Please write off or credit ${rand} first.`;
};

export const NO_TAKE_ON_BALANCE =
  'This account came without a balance of another system, so there is no take-on balance to adjust.';

/** Returns the number of an item, or the name of its kind if it has none. */
export const nameItem = ({ kind, number }: { kind: EntryKind; number: string | null }): string =>
  number ?? ENTRY_LABELS[kind];

interface NamedEntry {
  kind: EntryKind;
  method: PaymentMethod | null;
}

/** 'Payment by EFT', 'Refund in cash'. */
export const nameEntry = ({ kind, method }: NamedEntry): string =>
  `${ENTRY_LABELS[kind]}${method === null ? '' : METHOD_PHRASES[method]}`;

interface DatedEntry {
  date: string;
  bankDate: string | null;
}

/** The day on which the bank moved the money; it is another one than the entry's in a month that was closed (D70). */
export const bankDayOf = ({ date, bankDate }: DatedEntry): string => bankDate ?? date;

/** '2026/11/01', or '2026/11/01, at the bank 2026/10/20' where the days differ. */
export const wordDays = ({ date, bankDate }: DatedEntry): string =>
  bankDate === null || bankDate === date
    ? formatDateShort(date)
    : `${formatDateShort(date)}, at the bank ${formatDateShort(bankDate)}`;

interface DescribedEntry extends NamedEntry {
  reference: string | null;
  reason: string | null;
  reversedKind: EntryKind | null;
}

/** 'Payment by EFT, reference OW10002'; 'Invoice voided'; 'Payment reversed: the bank returned it'. */
export const describeEntry = ({ reference, reason, reversedKind, ...entry }: DescribedEntry): string => {
  const because = reason === null ? '' : `: ${reason}`;
  if (entry.kind === 'reversal') {
    return reversedKind === 'payment' ? `Payment reversed${because}` : `Invoice voided${because}`;
  }
  const withReference = reference === null ? '' : `, reference ${reference}`;

  return `${nameEntry(entry)}${withReference}${because}`;
};

const PAID_NAMED_MAX = 3;

/** ', for INV-2026-000018 and INV-2026-000019': what a payment paid, by its numbers or the kinds of what has none. */
export const wordPaid = (paid: readonly string[]): string => {
  const names = paid.map((one) => (ENTRY_LABELS as Record<string, string>)[one]?.toLowerCase() ?? one);
  const [first, ...others] =
    names.length > PAID_NAMED_MAX
      ? [...names.slice(0, PAID_NAMED_MAX), `${names.length - PAID_NAMED_MAX} more`]
      : names;
  const last = others.pop();
  if (first === undefined) {
    return '';
  }

  return `, for ${[first, ...others].join(', ')}${last === undefined ? '' : ` and ${last}`}`;
};

/** What a client reads of write-offs; administrators read the trade's words. */
const PLAIN_WORDS: Partial<Record<EntryKind, string>> = {
  'write-off': STILL_PAYABLE,
  'write-off-reversal': 'In our books again',
  recovery: 'In our books again, because it was paid',
};

/** Describes an entry on a statement, which goes to the client: without the reason why a debt was written off. */
export const describeStatementEntry = (entry: DescribedEntry, reader: 'admin' | 'client'): string => {
  const plain = PLAIN_WORDS[entry.kind];
  if (plain === undefined) {
    return describeEntry(entry);
  }

  return reader === 'client' ? plain : ENTRY_LABELS[entry.kind];
};
