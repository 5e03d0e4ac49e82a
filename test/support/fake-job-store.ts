import type { ClaimedJob, Held, JobKey, JobStore } from '#functions/ports/database/job-store.ts';
import type { JobState } from '#shared/contract/jobs.ts';

interface FakeJob extends Omit<ClaimedJob, 'leaseToken' | 'firstTriedAt'>, JobKey {
  state: JobState;
  firstTriedAt: Date | null;
  notBefore: Date | null;
  lease: { token: string; until: Date } | null;
  error: string | null;
}

/** A job that was just queued, but for what is given. */
export const makeJob = (change: Partial<FakeJob> = {}): FakeJob => ({
  jobId: 1,
  lane: null,
  kind: 'invoice-pdf',
  key: '7',
  state: 'queued',
  attempts: 0,
  firstTriedAt: null,
  notBefore: null,
  lease: null,
  payload: { invoiceId: 7 },
  progress: null,
  error: null,
  ...change,
});

/** What a worker needs of the store of jobs, on one job in memory. */
export const makeFakeJobStore = (job: FakeJob) => {
  const isHeld = ({ leaseToken }: Held) => job.lease?.token === leaseToken;
  const isClaimable = (now: Date) =>
    job.state === 'queued'
      ? (job.notBefore ?? now) <= now
      : job.state === 'running' && job.lease !== null && job.lease.until < now;

  return {
    claim: async (_, { token, until, now }) => {
      if (!isClaimable(now)) return undefined;

      const firstTriedAt = job.firstTriedAt ?? now;
      Object.assign(job, {
        state: 'running',
        attempts: job.attempts + 1,
        firstTriedAt,
        lease: { token, until },
        error: null,
      });

      return { ...job, firstTriedAt, leaseToken: token };
    },
    saveProgress: async (held, progress) => {
      if (!isHeld(held)) return false;
      job.progress = progress;

      return true;
    },
    release: async (held, release) => {
      if (!isHeld(held)) return false;
      const { isNoTry, ...change } = release;
      Object.assign(job, change, { lease: null, ...(isNoTry && { attempts: job.attempts - 1 }) });

      return true;
    },
  } satisfies Pick<JobStore, 'claim' | 'saveProgress' | 'release'>;
};
