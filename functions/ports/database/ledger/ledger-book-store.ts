import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { EntryKind } from '#shared/contract/ledger-entries.ts';
import type { Period, StatementEntry } from './statement-store.ts';

/** An entry as the bookkeeper reads it; a deleted client has no OW number. */
export interface BookEntry extends StatementEntry {
  userId: number;
  OWNumber: string | null;
}

/** Sums in cents; above 0 in the clients' favour. */
export interface BookTotals {
  openingCents: number;
  byKind: Record<EntryKind, number>;
}

/** The entries of all accounts, also of deleted ones. */
export interface LedgerBookStore {
  /** Lets all reads of the transaction see the moment of its first read. It is the transaction's first statement. */
  readOneMoment(): Promise<void>;
  /** Counts the entries of each day of a period, in the order of the days, without days that have none. */
  countByDay(period: Period): Promise<{ day: string; count: number }[]>;
  /** Lists entries by date and id, those behind `after`. */
  list(period: Period, after: { date: string; id: number } | undefined, limit: number): Promise<BookEntry[]>;
  /** Sums a period; the reading is written to the audit log. */
  sum(period: Period, audit: ReadAudit): Promise<BookTotals>;
}
