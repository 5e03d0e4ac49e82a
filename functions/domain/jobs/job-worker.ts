import type {
  ClaimedJob,
  Held,
  JobKey,
  JobStore,
  Release,
} from '#functions/ports/database/jobs/job-store.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { hasCrashedTooOften, isVendorOutage, nextTry } from './job-tries.ts';

/** Another worker has taken over the job, so this one must not write any more. */
class LeaseLostError extends Error {}

/** The job's turn has not come; it is released, and this does not count as a try. */
export class PostponedError extends Error {
  readonly notBefore: Date | null;
  /** True if the time until the job is given up starts again with its next try. */
  readonly restartsTime: boolean;

  constructor(reason: string, notBefore: Date | null, { restartsTime = false } = {}) {
    super(reason);
    this.notBefore = notBefore;
    this.restartsTime = restartsTime;
  }
}

/** A job that a worker holds. */
export interface HeldJob extends Omit<ClaimedJob, 'leaseToken'> {
  /** Returns the job's id, its lease token and the time, which every write must pass. */
  held(): Held;
  /** Returns the result of a write; ends the work if the write found that another worker has taken the job. */
  stillHeld<Written>(written: Written | false | undefined): Written;
}

/** The work of one kind of job. */
export interface Work<Result = void> {
  /** Does the whole job, including the write that completes it. */
  run(): Promise<Result>;
  /**
   * Describes a failure in a sentence for people and in the job's progress. A job that is given up is not tried again.
   */
  explain(error: unknown, isGivenUp: boolean): { error: string; progress: unknown };
  /** Returns when to retry after a failure, instead of the rule that all kinds of jobs share. */
  nextTry?(error: unknown, job: HeldJob, now: Date): Date | null | undefined;
}

/** Releases a job after this error; false if another worker has taken it. */
export type ReleaseAfter = (held: Held, release: Release, error: unknown) => Promise<boolean>;

const makeHeld = ({ leaseToken, ...job }: ClaimedJob, clock: () => Date): HeldJob => ({
  ...job,
  held: () => ({ jobId: job.jobId, leaseToken, now: clock() }),
  stillHeld: (written) => {
    if (!written) {
      throw new LeaseLostError(`Another worker has taken job ${job.jobId}`);
    }

    return written;
  },
});

/**
 * Works on a job that is held by the worker that claimed it, or by the request that stored it with a lease. Returns the
 * result of `run`, or undefined if the job's turn has not come or another worker has taken it. Throws the failure, so
 * that it is logged and the queue delivers again; the job's row decides if another try is due.
 */
export const workOnClaimed = async <Result>(
  jobs: { release: ReleaseAfter },
  claimed: ClaimedJob,
  clock: () => Date,
  begin: (job: HeldJob) => Work<Result>,
): Promise<Result | undefined> => {
  const job = makeHeld(claimed, clock);
  const work = begin(job);
  try {
    if (hasCrashedTooOften(job)) {
      throw new Error(`No try of job ${job.jobId} came to an end`);
    }

    return await work.run();
  } catch (error) {
    if (error instanceof LeaseLostError) {
      return undefined;
    }
    if (error instanceof PostponedError) {
      const { notBefore, restartsTime } = error;
      const { progress } = job;
      const crashes = job.crashes - 1;
      const postponed: Release = {
        state: 'queued',
        notBefore,
        crashes,
        error: null,
        progress,
        isNoTry: true,
        ...(restartsTime && { restartsTime }),
      };
      await jobs.release(job.held(), postponed, error);

      return undefined;
    }

    const notBefore = (work.nextTry ?? nextTry)(error, job, clock());
    const failed: Release = {
      ...work.explain(error, notBefore === undefined),
      state: notBefore === undefined ? 'failed' : 'queued',
      notBefore: notBefore ?? null,
      crashes: isVendorOutage(error) ? job.crashes - 1 : job.crashes,
    };
    await jobs.release(job.held(), failed, error);
    throw error;
  }
};

/**
 * Claims a job for a worker. It is called at least once for each message, so it leaves alone a job that is done,
 * cancelled, not due, behind an earlier one of its lane, or held by another worker.
 */
export const claimJob = (
  jobs: Pick<JobStore, 'claim'>,
  key: JobKey,
  clock: () => Date,
): Promise<ClaimedJob | undefined> => {
  const now = clock();

  return jobs.claim(key, {
    token: crypto.randomUUID(),
    until: new Date(now.getTime() + jobKinds[key.kind].leaseSeconds * 1000),
    now,
  });
};

/** Claims a job and works on it; one that cannot be claimed is left alone. */
export const workOnJob = async (
  jobs: Pick<JobStore, 'claim' | 'release'>,
  key: JobKey,
  clock: () => Date,
  begin: (job: HeldJob) => Work,
): Promise<void> => {
  const claimed = await claimJob(jobs, key, clock);
  if (claimed) {
    await workOnClaimed(jobs, claimed, clock, begin);
  }
};
