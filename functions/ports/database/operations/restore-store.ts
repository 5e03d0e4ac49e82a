import type { JobKind } from '#shared/job-kinds.ts';

/** An account of the restored database. */
export interface RestoredAccount {
  userId: number;
  owNumber: string;
  madeAt: string;
  role: string;
  status: number;
}

/** What `npm run after-restore` reads and writes; no route sees it. */
export interface RestoreStore {
  /** When the newest row of the audit log was written, and whether `settle` was done for this moment. */
  readState(moment: Date): Promise<{ newestAt: Date | null; isSettled: boolean }>;
  /**
   * Ends all sessions, moves every sequence ahead, holds the jobs that wait or run, lets each message that is not
   * delivered be looked for at the helpdesk before it is sent, and writes the row of the audit log by which a second
   * run knows: all of it, or nothing. Answers how many sessions ended and how many jobs of each kind are held.
   */
  settle(moment: Date): Promise<{ sessions: number; held: Partial<Record<JobKind, number>> }>;
  findAccounts(userIds: readonly number[]): Promise<RestoredAccount[]>;
  /** The last number that was given in each year. */
  readInvoiceCounters(): Promise<Map<number, number>>;
  /** Lets the next invoice of this year have a number above this one; a counter that is further stays. */
  raiseInvoiceCounter(year: number, lastNumber: number): Promise<void>;
}
