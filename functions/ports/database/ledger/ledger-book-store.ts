import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { ControlRow } from '#shared/contract/control-account.ts';
import type { Period, StatementEntry } from './statement-store.ts';

/** An entry as the bookkeeper reads it; a deleted client has no OW number. */
export interface BookEntry extends StatementEntry {
  userId: number;
  OWNumber: string | null;
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
  isClosed: boolean;
}

/** The entries of all accounts, also of deleted ones. */
export interface LedgerBookStore {
  /** Lets all reads of the transaction see the moment of its first read. It is the transaction's first statement. */
  readOneMoment(): Promise<void>;
  /** Counts the entries of each day of a period, in the order of the days, without days that have none. */
  countByDay(period: Period): Promise<{ day: string; count: number }[]>;
  /** Lists entries by date and id, those behind `after`. */
  list(period: Period, after: { date: string; id: number } | undefined, limit: number): Promise<BookEntry[]>;
  /** Sums a period, all of it at one moment; with an audit its reading is written to the audit log. */
  readControlAccount(period: Period, audit: ReadAudit | undefined): Promise<ControlSums>;
}
