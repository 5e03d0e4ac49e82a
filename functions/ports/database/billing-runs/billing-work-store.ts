import type { Held, Release } from '#functions/ports/database/jobs/job-store.ts';
import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { LineReason, RunState } from '#shared/billing/run-words.ts';

/** A press of an administrator, whose audit row is written with it. */
export interface RunPress {
  audit: RouteAudit;
  now: Date;
}

/** Key and lane of a job that issues a run's invoices. */
export interface RunJob {
  key: string;
  lane: string;
}

/** A run as a portion finds it under its lock. */
export interface WorkedRun {
  state: RunState;
  dueDate: string;
  draftedAt: Date;
  /** The administrator who started it. */
  startedBy: number;
  /** The number of invoices until it stops; null for all. */
  invoicesLeft: number | null;
}

/** A frozen line that a run has not issued yet, and what speaks against it now. */
export interface WorkedLine {
  lineId: number;
  userId: number;
  serviceId: number;
  from: string;
  to: string;
  priceCents: number | null;
  amountCents: number;
  description: string;
  /** Why it is left out all the same; null for nothing. */
  reason: LineReason | null;
  /** The invoice that billed its days meanwhile. */
  billedOn: number | null;
}

/** What became of a line: it stands on an invoice, or is left out. */
export interface DecidedLine {
  lineId: number;
  invoiceId: number | null;
  /** Null for a line that stands on the invoice. */
  reason: LineReason | null;
  /** The sentence of a refusal. */
  note: string | null;
}

/** How the lines of a run become invoices, a portion of clients in a transaction (D67). */
export interface BillingWorkStore {
  /** Sums up the lines that a draft issues. The caller has locked the run. */
  sumUp(runId: number): Promise<{ lines: number; totalCents: number }>;
  /** Makes a draft a running run, with the name of the administrator, and stores its job. */
  start(
    runId: number,
    press: RunPress & { stopsAfter: number | null; totalCents: number; job: RunJob },
  ): Promise<void>;
  stop(runId: number, press: RunPress): Promise<void>;
  /** Lets a stopped run go on with all that is left, and stores its job. */
  continue(runId: number, press: RunPress & { job: RunJob }): Promise<void>;
  cancel(runId: number, press: RunPress): Promise<void>;
  /**
   * Locks a run until the transaction ends, so that a stop waits for the portion under way; one that runs stands still no
   * longer. Undefined if there is no such run.
   */
  lockRun(runId: number): Promise<WorkedRun | undefined>;
  /**
   * Locks the first clients with lines that are left, in the order of their ids: at most so many, and no more than have
   * so many lines together, but one.
   */
  lockClients(runId: number, limits: { clients: number; lines: number }): Promise<number[]>;
  /** Reads the lines that are left of clients, by client, service and day, with what refuses each now. */
  readLines(runId: number, userIds: readonly number[], limit: number): Promise<WorkedLine[]>;
  /** Stops a running run if something is left of it. */
  stopIfLeft(runId: number, now: Date): Promise<void>;
  /**
   * Stores what became of lines, pays what is due of accounts from their credit, and notes that the job's try did some
   * work. False if another worker has taken the job.
   */
  settle(held: Held, userIds: readonly number[], lines: readonly DecidedLine[]): Promise<boolean>;
  /** Ends the job, and with it a run that still runs: nothing is left of it. False if another worker has taken the job. */
  complete(held: Held, runId: number): Promise<boolean>;
  /** Releases the job after a failure, and notes why the run stands still. A job that is given up stops its run. */
  release(held: Held, release: Release, runId: number): Promise<boolean>;
}
