import type { ClaimedJob, Held, JobKey, JobStore } from '#functions/ports/database/jobs/job-store.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { hasCrashedTooOften, isOutage, nextTry } from './job-tries.ts';

/** Another worker has taken the job over, so this one must not write any more. */
class LeaseLostError extends Error {}

/** The job's turn has not come: it is given back without counting as a try. */
export class PostponedError extends Error {
  readonly notBefore: Date | null;

  constructor(reason: string, notBefore: Date | null) {
    super(reason);
    this.notBefore = notBefore;
  }
}

/** The job in a worker's hands. */
export interface HeldJob extends Omit<ClaimedJob, 'leaseToken'> {
  /** What a write of this moment shows. */
  held(): Held;
  /** Answers what a write answered; ends the work if it says that another worker has taken the job. */
  stillHeld<Written>(written: Written | false | undefined): Written;
}

/** What the worker of a kind does with a job that it holds. */
export interface Work<Result = void> {
  /** Does the job to its end, the write that completes it included. */
  run(): Promise<Result>;
  /** How the job tells of a failure: in a sentence for people, and in its progress; given up, it is not tried again. */
  explain(error: unknown, isGivenUp: boolean): { error: string; progress: unknown };
}

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
 * Works on a job that somebody holds: a worker who claimed it, or a request for whom it was born with a lease. Answers
 * what `run` answered; undefined if the job's turn has not come or another worker has taken it. Throws what went wrong,
 * so that it is logged and the queue delivers again; whether another try is due is decided by the job's row.
 */
export const workOnClaimed = async <Result>(
  jobs: Pick<JobStore, 'release'>,
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
      const { notBefore } = error;
      const { progress } = job;
      const crashes = job.crashes - 1;
      await jobs.release(job.held(), {
        state: 'queued',
        notBefore,
        crashes,
        error: null,
        progress,
        isNoTry: true,
      });

      return undefined;
    }

    const notBefore = nextTry(error, job, clock());
    await jobs.release(job.held(), {
      ...work.explain(error, notBefore === undefined),
      state: notBefore === undefined ? 'failed' : 'queued',
      notBefore: notBefore ?? null,
      crashes: isOutage(error) ? job.crashes - 1 : job.crashes,
    });
    throw error;
  }
};

/**
 * Claims a job for a worker. Called at least once for each message: a job that is done, cancelled, not due, behind an
 * earlier one of its lane or held by another worker is left alone.
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
