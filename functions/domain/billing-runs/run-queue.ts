import { sendNextInLane } from '#functions/domain/jobs/next-in-lane.ts';
import type { RunJob } from '#functions/ports/database/billing-runs/billing-work-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';

export const RUN_JOB = 'billing-run';

/** The jobs of all runs, one after the other. */
export const RUN_LANE = 'billing-runs';

/** Key and lane of a new job of a run. */
export const makeRunJob = (runId: number): RunJob => ({
  key: `billing-run:${runId}:${crypto.randomUUID()}`,
  lane: RUN_LANE,
});

/** Puts the next job of a run in the queue, if there is one. If this fails, the sweep finds it. */
export const queueNextRun = async (
  {
    database,
    billingRunQueue,
  }: { database: { jobs: Pick<JobStore, 'takeNextInLane'> }; billingRunQueue: JobSender },
  now: Date,
): Promise<void> => {
  await sendNextInLane({ jobs: database.jobs, queue: billingRunQueue }, RUN_JOB, RUN_LANE, now);
};
