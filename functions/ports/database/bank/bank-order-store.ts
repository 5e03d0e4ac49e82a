import type { Held } from '#functions/ports/database/jobs/job-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { BANK_LINE_STATES } from '#shared/contract/bank/line-states.ts';
import type { MatchProposal } from './bank-match-store.ts';

type BankLineState = (typeof BANK_LINE_STATES)[number];

/** An order to book the certain lines of a file, or those of them that are named. */
export interface LinesOrder {
  fileId: number;
  lineIds: readonly number[] | undefined;
  /** Later lines wait for their day. */
  today: string;
  /** Key and lane of the job, if one is needed. */
  job: { key: string; lane: string };
  audit: RouteAudit;
  now: Date;
}

/** An ordered line as it is under its lock. */
export interface OrderedLine {
  lineId: number;
  state: BankLineState;
  date: string;
  description: string;
  reference: string | null;
  amountCents: number;
  hasBalance: boolean;
  /** The day of another file that brought the same day and amount with other words or another balance. */
  seenInFileOf: string | null;
  /** The client for whom it was ordered; null once deleted. */
  userId: number | null;
  /** The administrator who ordered it. */
  orderedBy: number;
  /** The day of the client's imported balance, which includes what was paid before. */
  openingDate: string | null;
}

/** A line that is booked now and needs no proposals, or is left open with what is known of it. */
export interface TriedLine {
  lineId: number;
  state: BankLineState;
  payer: string | null;
  perhaps: string | null;
  perhapsPaymentId: number | null;
  proposals: readonly MatchProposal[];
}

export interface BookedLine {
  lineId: number;
  userId: number;
  paymentId: number;
}

/** Lines that a job books, a portion of accounts in a transaction (D63). */
export interface BankOrderStore {
  /**
   * Orders the lines that are certain, not after today and not ordered, and stores a job if any line of the file is
   * ordered then. False if there is no such file.
   */
  order(order: LinesOrder): Promise<boolean>;
  /** Locks the first accounts for which lines of the file are ordered, in the order of their ids, and returns them. */
  lockAccounts(fileId: number, limit: number): Promise<number[]>;
  /** Locks ordered lines of these accounts, and those whose client was deleted. */
  lockLines(fileId: number, userIds: readonly number[], limit: number): Promise<OrderedLine[]>;
  /** Stores what became of lines, which are ordered no longer. */
  decide(lines: readonly TriedLine[], now: Date): Promise<void>;
  /**
   * Joins lines and their payments, pays what is due of those accounts from their credit, and notes that the job's try
   * did some work. False if another worker has taken the job.
   */
  settle(held: Held, booked: readonly BookedLine[]): Promise<boolean>;
  /** Ends the job; false if another worker has taken it. */
  complete(held: Held): Promise<boolean>;
}
