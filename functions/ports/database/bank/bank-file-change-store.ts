import type { AuditEntry, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { LockedLine } from './bank-line-store.ts';

/** A line that is open, or was ignored because it is before the first day. */
export interface UndecidedLine extends LockedLine {
  fileId: number;
}

/** Takes files of the bank back, and changes from which day on their lines are booked (D63). */
export interface BankFileChangeStore {
  /**
   * Makes uploads and other changes of the file's account wait until this transaction ends, and locks all lines of the
   * account, or those of the file and the open ones. Undefined if there is no such file.
   */
  lock(fileId: number, scope: 'file' | 'account'): Promise<{ account: string } | undefined>;
  /** Says of a locked file what keeps it from being taken back. */
  findObstacles(
    fileId: number,
  ): Promise<{ hasBookings: boolean; repeatedBy: number | null; ignoredAsSameIn: number | null }>;
  /** Deletes a locked file with its lines, and writes the audit row. */
  remove(fileId: number, audit: RouteAudit): Promise<void>;

  /** True if a line of the account was booked, joined, reversed or named unidentified, or is about to be. */
  isBooked(account: string): Promise<boolean>;
  /** Sets the first day of the account, and writes the audit row. */
  setFirstDay(account: string, bookFrom: string, audit: AuditEntry & RouteAudit): Promise<void>;
  /** Ignores the open lines of the account before a day. */
  ignoreBefore(account: string, day: string): Promise<void>;
  /** Lists the lines of the account from a day on with which nobody did anything, by their ids, a page at a time. */
  listUndecided(account: string, from: string, afterId: number): Promise<UndecidedLine[]>;
}
