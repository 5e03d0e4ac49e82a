import type { PageAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import type { JobKind } from '#shared/job-kinds.ts';

/** A kind has one job a key. */
export interface JobKey {
  kind: JobKind;
  key: string;
}

/** What a worker shows with each write: its lease's token, which the job must still bear. */
export interface Held {
  jobId: number;
  leaseToken: string;
  now: Date;
}

/** A job that this worker holds until its lease ends. */
export interface ClaimedJob {
  jobId: number;
  /** Jobs of a kind in one lane are done one after the other; null where they wait for none. */
  lane: string | null;
  leaseToken: string;
  /** This try included. */
  attempts: number;
  /** How many tries crashed: this one counts until its release says otherwise. */
  crashes: number;
  firstTriedAt: Date;
  /** Ids, in the shape of the kind. */
  payload: unknown;
  /** What earlier tries noted, in the shape of the kind; null before the first note. */
  progress: unknown;
}

/** How a try that failed leaves its job. */
export interface Release {
  /** Queued for another try, or failed: parked until somebody starts it again. */
  state: Extract<JobState, 'queued' | 'failed'>;
  notBefore: Date | null;
  crashes: number;
  error: string | null;
  progress: unknown;
  /** The job's turn had not come, so that this claim counts as no try. */
  isNoTry?: boolean;
}

/** From when on the sweep sends a job that somebody else was to send. */
export interface SweepTimes {
  now: Date;
  /** It waits since then, although a message was sent. */
  lostBefore: Date;
  /** It waits since then, and no message was sent. */
  neverSentBefore: Date;
  /** The lease of the worker that held it was over then, and no message came. */
  deadBefore: Date;
}

/** How many jobs of a kind are parked, and how many of them were before some instant. */
export interface ParkedJobs {
  kind: JobKind;
  count: number;
  longCount: number;
}

export interface JobStore {
  /**
   * Claims a job that is due, or one whose lease has ended, in one statement; undefined if there is none, or if an
   * earlier one of its lane is still to be done.
   */
  claim(job: JobKey, lease: { token: string; until: Date; now: Date }): Promise<ClaimedJob | undefined>;
  /** Notes how far the job is; false if another worker has taken it. */
  saveProgress(held: Held, progress: unknown): Promise<boolean>;
  /** Gives the job back; false if another worker has taken it. */
  release(held: Held, release: Release): Promise<boolean>;
  markSent(job: JobKey, now: Date): Promise<void>;
  /**
   * Takes the jobs that back off and are due, and those whose message was never sent or must have been lost, and marks
   * them as sent, in one statement: two sweeps never take the same. Of a lane only the first that is still to be done.
   */
  takeUnsent(times: SweepTimes, limit: number): Promise<JobKey[]>;
  /** Marks the next job of a lane as sent if it is due and its message was not sent yet, and answers its key. */
  takeNextInLane(kind: JobKind, lane: string, now: Date): Promise<string | undefined>;
  /** Parks a job that no worker holds as failed. */
  park(job: JobKey, error: string, now: Date): Promise<void>;
  /** A kind without a parked job is not named. */
  countParked(longBefore: Date): Promise<ParkedJobs[]>;
  /** The newest, of one state or all. */
  list(state: JobState | undefined, limit: number, audit: PageAudit): Promise<Job[]>;
  find(jobId: number): Promise<(Job & { key: string }) | undefined>;
  /**
   * Queues the oldest failed jobs of a kind again, due at once for the sweep, with one row in the audit log if there are
   * any; answers how many. Of two at the same moment, each takes what the other has not taken.
   */
  restartFailed(kind: JobKind, audit: RouteAudit, now: Date): Promise<number>;
  /** Queues a failed or cancelled job anew; undefined if it is in another state. */
  restart(jobId: number, now: Date): Promise<(Job & { key: string }) | undefined>;
}
