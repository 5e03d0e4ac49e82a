import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';

export const MESSAGE_JOB = 'helpdesk-message';

export interface LanePorts {
  database: { jobs: Pick<JobStore, 'takeNextInLane'> };
  helpdeskMessageQueue: JobSender;
}

/** Puts the client's next message in the queue. If this fails, the sweep finds it. */
export const queueNextMessage = async (
  { database, helpdeskMessageQueue }: LanePorts,
  userId: number,
  now: Date,
): Promise<void> => {
  const key = await database.jobs.takeNextInLane(MESSAGE_JOB, String(userId), now);
  if (key !== undefined) {
    await helpdeskMessageQueue.send(key);
  }
};
