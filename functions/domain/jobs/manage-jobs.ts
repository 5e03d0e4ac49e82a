import { auditOf, auditOfPage } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobQueues } from '#functions/ports/job-queue.ts';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { JOBS_MAX } from '#shared/contract/limits.ts';
import { AppError } from '#shared/errors.ts';
import type { JobKind } from '#shared/job-kinds.ts';

export const listJobs = (
  jobs: Pick<JobStore, 'list'>,
  admin: SessionUser,
  state: JobState | undefined,
  now: Date,
): Promise<Job[]> => jobs.list(state, JOBS_MAX, auditOfPage(admin, 'jobs.list', now));

const REFUSALS: Record<JobState, string> = {
  queued: 'This job already waits for its turn.',
  running: 'This job is being done just now.',
  completed: 'This job is done.',
  failed: 'This job has failed. Please try again.',
  cancelled: 'This job was cancelled. Please try again.',
};

/** Starts a failed or cancelled job again from its beginning. Of two requests at the same moment, one starts it. */
export const retryJob = (
  database: DatabaseOf<'jobs' | 'journal'>,
  admin: SessionUser,
  jobId: number,
  now: Date,
): Promise<Job> =>
  database.transaction(async ({ jobs, journal }) => {
    const job = await jobs.restart(jobId, now);
    if (!job) {
      const found = await jobs.find(jobId);
      throw found
        ? new AppError('conflict', REFUSALS[found.state])
        : new AppError('not_found', 'Job not found');
    }

    await journal.record(auditOf(admin, 'jobs.retry', { record: `job ${jobId} (${job.kind} ${job.key})` }));

    return job;
  });

/** Starts the failed jobs of a kind again, up to the limit of one press; the sweep sends them. */
export const retryAllJobs = async (
  jobs: Pick<JobStore, 'restartFailed'>,
  admin: SessionUser,
  kind: JobKind,
  now: Date,
): Promise<{ started: number }> => ({
  started: await jobs.restartFailed(kind, auditOf(admin, 'jobs.retry-all'), now),
});

/** Sends a job that was started again. If this fails, the sweep sends it. */
export const sendRetriedJob = async (
  { database, jobQueues }: { database: { jobs: Pick<JobStore, 'find'> }; jobQueues: JobQueues },
  jobId: number,
): Promise<void> => {
  const job = await database.jobs.find(jobId);
  if (job) {
    await jobQueues[job.kind].send(job.key);
  }
};
