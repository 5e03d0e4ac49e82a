import { isVendorOutage } from '#functions/domain/jobs/job-tries.ts';
import { claimJob, workOnClaimed } from '#functions/domain/jobs/job-worker.ts';
import type { ClaimedJob, JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import { AppError } from '#shared/errors.ts';
import { progressAfter } from './helpdesk-outage.ts';
import type { SendPorts, SentMessage } from './message-attempt.ts';
import { sendMessage } from './send-message.ts';

export const MESSAGE_JOB = 'helpdesk-message';

/** Time limit of a worker's calls, which end before its lease does. */
const WORKER_CALLS_MS = 20_000;
const FAULT = 'Something went wrong on our side.';
const OUTLASTED = 'The helpdesk could not be reached for three days.';

/** Returns the error and the progress that a job stores after a failed try. */
const explain = (error: unknown, isGivenUp: boolean) => {
  const sentence = error instanceof AppError ? error.message : FAULT;

  return { error: isGivenUp && isVendorOutage(error) ? OUTLASTED : sentence, progress: progressAfter(error) };
};

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

/** Puts the rest of a message's own work in the queue, or else the client's next message. */
export const queueWhatFollows = async (
  ports: LanePorts,
  { key, userId }: { key: string; userId: number },
  sent: SentMessage | undefined,
  now: Date,
): Promise<void> => {
  if (sent?.hasRest) {
    await ports.helpdeskMessageQueue.send(key);
  } else if (sent?.hasNext ?? true) {
    await queueNextMessage(ports, userId, now);
  }
};

interface JobPorts extends SendPorts {
  database: SendPorts['database'] & { jobs: Pick<JobStore, 'release'> };
}

/** Tries the claimed job of a message; undefined if its turn has not come or another worker has taken it. */
export const tryMessageJob = (
  ports: JobPorts,
  claimed: ClaimedJob,
  callsMs: number,
  clock: () => Date,
): Promise<SentMessage | undefined> => {
  const helpdesk = ports.helpdesk?.within(callsMs);

  return workOnClaimed(ports.database.jobs, claimed, clock, (job) => ({
    run: () => sendMessage({ ...ports, helpdesk }, job),
    explain,
  }));
};

/** Runs the job of a waiting message, and then queues what follows. */
export const runHelpdeskMessageJob = async (
  ports: JobPorts & LanePorts & { database: { jobs: Pick<JobStore, 'claim'> } },
  key: string,
  clock: () => Date,
): Promise<void> => {
  const claimed = await claimJob(ports.database.jobs, { kind: MESSAGE_JOB, key }, clock);
  if (!claimed) {
    return;
  }

  let sent: SentMessage | undefined;
  try {
    sent = await tryMessageJob(ports, claimed, WORKER_CALLS_MS, clock);
  } finally {
    await queueWhatFollows(ports, { key, userId: Number(claimed.lane) }, sent, clock());
  }
};
