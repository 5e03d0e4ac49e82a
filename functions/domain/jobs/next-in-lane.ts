import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { JobKind } from '#shared/job-kinds.ts';

/** Sends the next job of a lane, after one of it came to its end, if it is due. If this fails, the sweep sends it. */
export const sendNextInLane = async (
  { jobs, queue }: { jobs: Pick<JobStore, 'takeNextInLane'>; queue: JobSender },
  kind: JobKind,
  lane: string,
  now: Date,
): Promise<void> => {
  const key = await jobs.takeNextInLane(kind, lane, now);
  if (key !== undefined) {
    await queue.send(key);
  }
};
