import type { MailNews } from '#functions/ports/database/mails/mail-event-store.ts';
import type { JobKind } from '#shared/job-kinds.ts';
import type { MailBlockReason } from '#shared/mails/mail-kinds.ts';

/** An account of the restored database. */
export interface RestoredAccount {
  userId: number;
  owNumber: string;
  madeAt: string;
  role: string;
  status: number;
  /** True if mail to its own address is stopped. */
  isBlocked: boolean;
}

/** What became of an account's second factors after the moment to which the database was restored. */
export interface LostFactorChange {
  userId: number;
  /** The ids of the passkeys that were removed. */
  passkeyIds: readonly string[];
  isTotpRemoved: boolean;
  isAllRemoved: boolean;
}

/** What was done about an account's factors. */
export interface SettledFactors {
  userId: number;
  /** Factors that were removed, recovery codes that ended, and factors of that time that are left. */
  removed: number;
  codes: number;
  left: number;
  /** True if its owner has added a factor to the restored database. */
  hasNewer: boolean;
}

export const NAMED_RECORDS = [
  'account',
  'invoice',
  'payment',
  'service',
  'bank file',
  'bank line',
  'billing run',
] as const;

/** A record of the books by its id. */
export interface RecordId {
  kind: (typeof NAMED_RECORDS)[number];
  id: number;
}

/** The data that `npm run after-restore` reads and writes; no route uses it. */
export interface RestoreStore {
  /**
   * Reads when the newest row of the audit log was written, and whether `settle` was done for this time of the
   * restore.
   */
  readState(moment: Date): Promise<{ newestAt: Date | null; isSettled: boolean }>;
  /**
   * Ends all sessions, moves every sequence ahead, holds the jobs that wait or run, counts the mails of held jobs as
   * uncertain, has each undelivered message looked for at the helpdesk before it is sent, and writes the audit row by
   * which a second run recognises the first: all of it, or nothing. Returns how many sessions ended and how many jobs
   * of each kind are held.
   */
  settle(moment: Date): Promise<{ sessions: number; held: Partial<Record<JobKind, number>> }>;
  /** Gives mails the state that the vendor told, and ends their jobs. Returns how many have it only now. */
  settleMails(news: readonly MailNews[]): Promise<number>;
  /** Stops mail to the own addresses of accounts, and audits it; a block that stands stays. */
  blockAddresses(blocks: readonly { userId: number; reason: MailBlockReason }[]): Promise<void>;
  /**
   * Removes factors again that were removed, ends all recovery codes of these accounts, and with either their sessions,
   * and audits it. What owners have made since in the restored database stays, as do the codes of who was active since.
   */
  settleFactors(changes: readonly LostFactorChange[], moment: Date): Promise<SettledFactors[]>;
  findAccounts(userIds: readonly number[]): Promise<RestoredAccount[]>;
  /** Names records as the portal does: 'INV-2026-000001 of OW10001'. It leaves out those that are not there. */
  nameRecords(records: readonly RecordId[]): Promise<(RecordId & { name: string })[]>;
  /** The last assigned number of each year. */
  readCounters(series: 'INV' | 'CN'): Promise<Map<number, number>>;
  /** Raises the counter so that the next document of this year gets a number above this one; a higher counter stays. */
  raiseCounter(series: 'INV' | 'CN', year: number, lastNumber: number): Promise<void>;
}
