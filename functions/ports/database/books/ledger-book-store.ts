import type { PageAudit, ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { BookList, ControlRow } from '#shared/contract/books/control-account.ts';
import type { RECEIPT_ENTRY_KINDS } from '#shared/contract/money-limits.ts';
import type { Period, StatementEntry } from '../debtors/statement-store.ts';

/**
 * An entry as the bookkeeper reads it; a deleted client has no OW number and no names. Without an account it is the sum
 * of a month's entries of one kind that the purge has deleted, and its id is below 0.
 */
export interface BookEntry extends StatementEntry {
  userId: number | null;
  OWNumber: string | null;
  name: string | null;
  company: string | null;
  bankDate: string | null;
  dueDate: string | null;
  /** The VAT in the amount, with its sign; null if there is none. */
  vatCents: number | null;
  /** The number of the document that it reverses or changes, or else of that entry. */
  changes: string | null;
  writtenBy: string | null;
  createdAt: string;
  /** The line of the bank that is this payment or its return, and its account. */
  lineId: number | null;
  bankAccount: string | null;
}

/**
 * What a line of the bank entered on no client's account: unidentified money, or the fee of payments that it joins. The
 * sum of a month's rows that the purge has deleted has no line, and an id below 0.
 */
export interface BankEntry<Kind = (typeof RECEIPT_ENTRY_KINDS)[number]> {
  id: number;
  kind: Kind;
  date: string;
  bankDate: string | null;
  /** Above 0 for a credit. */
  amountCents: number;
  lineId: number | null;
  bankAccount: string | null;
  /** The bank's words. */
  description: string | null;
  reason: string | null;
  writtenBy: string | null;
  createdAt: string;
}

/** A month that was opened again. */
export interface MonthOpening {
  id: number;
  kind: 'month-opening';
  /** The day of the opening. */
  date: string;
  lastDay: string;
  reason: string | null;
  writtenBy: string | null;
  createdAt: string;
}

/** The control account in cents; above 0 is owed by clients (D71). */
export interface ControlSums {
  openingCents: number;
  rows: Record<ControlRow, number>;
  /** By the items on the last day. */
  owedCents: number;
  creditCents: number;
  /** The balances of accounts that were deleted since. */
  closedAccountsCents: number;
  /** Unidentified receipts, which are on no account (D63). */
  unidentified: { openingCents: number; inCents: number; outCents: number };
  isClosed: boolean;
}

/** The entries of all accounts, also of deleted ones. */
export interface LedgerBookStore {
  /** Counts the entries of each day of a period, in the order of the days, without days that have none. */
  countByDay(period: Period): Promise<{ day: string; count: number }[]>;
  /** Lists entries by date and id, those behind `after`. */
  list(period: Period, after: { date: string; id: number } | undefined, limit: number): Promise<BookEntry[]>;
  /** Lists the entries of a row by date and id, and counts all; its reading is written to the audit log. */
  listRow(
    row: BookList,
    period: Period,
    page: { offset: number; limit: number },
    audit: PageAudit,
  ): Promise<{ entries: (BookEntry | BankEntry | MonthOpening)[]; total: number }>;
  /** Lists what lines of the bank entered on no client's account, by date. */
  listBankEntries(
    period: Period,
    page: { offset: number; limit: number },
  ): Promise<BankEntry<BankEntry['kind'] | 'bank-fee'>[]>;
  /** Sums a period, all of it at one moment; with an audit its reading is written to the audit log. */
  readControlAccount(period: Period, audit: ReadAudit | undefined): Promise<ControlSums>;
}
