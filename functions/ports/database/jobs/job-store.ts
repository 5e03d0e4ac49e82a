import type { PageAudit, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import type { JobKind } from '#shared/job-kinds.ts';

/** A kind has one job per key. */
export interface JobKey {
  kind: JobKind;
  key: string;
}

/** A worker's proof that it still holds the job: each of its writes repeats the token of its lease. */
export interface Held {
  jobId: number;
  leaseToken: string;
  now: Date;
}

/** A job that this worker holds until its lease ends. */
export interface ClaimedJob {
  jobId: number;
  /** Jobs of a kind in the same lane run one after the other; null if the job waits for no other. */
  lane: string | null;
  leaseToken: string;
  /** Including this try. */
  attempts: number;
  /** Number of tries that crashed: this one counts until its release says otherwise. */
  crashes: number;
  firstTriedAt: Date;
  /** Ids, in the shape of the kind. */
  payload: unknown;
  /** Notes of earlier tries, in the shape of the kind; null before the first note. */
  progress: unknown;
}

/** How a failed try leaves its job. */
export interface Release {
  /** Queued for another try, or failed: parked until somebody restarts it. */
  state: Extract<JobState, 'queued' | 'failed'>;
  notBefore: Date | null;
  crashes: number;
  error: string | null;
  progress: unknown;
  /** True if the job's turn had not come: the claim does not count as a try. */
  isNoTry?: boolean;
  /** True if the time until the job is given up starts again with its next try. */
  restartsTime?: boolean;
}

/** Times after which the sweep sends a job that another process should have sent. */
export interface SweepTimes {
  now: Date;
  /** Jobs that have waited since before this time although a message was sent. */
  lostBefore: Date;
  /** Jobs that have waited since before this time and for which no message was sent. */
  neverSentBefore: Date;
  /** Running jobs whose lease ended before this time and for which no message came. */
  deadBefore: Date;
}

/** Number of parked jobs of a kind, and how many of them were parked before a given time. */
export interface ParkedJobs {
  kind: JobKind;
  count: number;
  longCount: number;
}

export interface JobStore {
  /**
   * Claims a job that is due, or one whose lease has ended, in one statement; undefined if there is none, or if an
   * earlier job of its lane is unfinished.
   */
  claim(job: JobKey, lease: { token: string; until: Date; now: Date }): Promise<ClaimedJob | undefined>;
  /** Notes the job's progress; false if another worker has taken it. */
  saveProgress(held: Held, progress: unknown): Promise<boolean>;
  /** Releases the job; false if another worker has taken it. */
  release(held: Held, release: Release): Promise<boolean>;
  /**
   * Takes the jobs that are due after backing off, and those whose message was never sent or must have been lost, and
   * marks them as sent, in one statement: two sweeps never take the same job. Only the first unfinished job of a lane
   * is taken. The limit is one for jobs with a lane, and one for those without.
   */
  takeUnsent(times: SweepTimes, limit: number): Promise<JobKey[]>;
  /** Marks the next job of a lane as sent if it is due and its message was not sent yet, and returns its key. */
  takeNextInLane(kind: JobKind, lane: string, now: Date): Promise<string | undefined>;
  /** Parks a job that no worker holds as failed. */
  park(job: JobKey, error: string, now: Date): Promise<void>;
  /** Counts the parked jobs of each kind; a kind without any is left out. */
  countParked(longBefore: Date): Promise<ParkedJobs[]>;
  /** The newest jobs, of one state or all. */
  list(state: JobState | undefined, limit: number, audit: PageAudit): Promise<Job[]>;
  find(jobId: number): Promise<(Job & { key: string }) | undefined>;
  /**
   * Queues the oldest failed jobs of a kind again, due at once for the sweep, with one audit row if there are any;
   * returns their number. Simultaneous calls never take the same job.
   */
  restartFailed(kind: JobKind, audit: RouteAudit, now: Date): Promise<number>;
  /** Queues a failed or cancelled job again; undefined if it is in another state. */
  restart(jobId: number, now: Date): Promise<(Job & { key: string }) | undefined>;
}
