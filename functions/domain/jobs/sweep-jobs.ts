import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { DeadLetters } from '#functions/ports/dead-letters.ts';
import type { JobQueues } from '#functions/ports/job-queue.ts';
import { JOB_KINDS, type JobKind, jobKinds, ofEachKind } from '#shared/job-kinds.ts';

/** Longer than lease and visibility timeout together, because a sent message may wait behind others for long. */
const LOST_AFTER_MS = 2 * 60_000;
/** Longer than the longest request, which should have sent the message. */
const NEVER_SENT_AFTER_MS = 45_000;
/** If a worker dies, SQS redelivers its message seconds after the lease ends; after that only the sweep sends it. */
const DEAD_AFTER_LEASE_MS = 15_000;
/** A job that has been parked for longer has probably not been seen by anybody in the portal. */
const PARKED_LONG_MS = 24 * 3_600_000;
const BATCH = 50;

interface SweepPorts {
  database: { jobs: Pick<JobStore, 'takeUnsent' | 'park' | 'countParked'> };
  jobQueues: JobQueues;
  deadLetters: DeadLetters;
}

/** Sends the jobs that are due again, and those whose message was never sent or was lost. */
const sendUnsent = async ({ database, jobQueues }: SweepPorts, now: Date) => {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);
  const times = {
    now,
    lostBefore: ago(LOST_AFTER_MS),
    neverSentBefore: ago(NEVER_SENT_AFTER_MS),
    deadBefore: ago(DEAD_AFTER_LEASE_MS),
  };

  for (;;) {
    const unsent = await database.jobs.takeUnsent(times, BATCH);
    await Promise.all(unsent.map(({ kind, key }) => jobQueues[kind].send(key)));
    if (unsent.length < BATCH) {
      return;
    }
  }
};

/** Parks the job of each message that no worker could finish; a person can start it again. */
const parkDeadLetters = async ({ database, deadLetters }: SweepPorts, now: Date) => {
  for (const kind of JOB_KINDS) {
    for (const { key, remove } of await deadLetters[kind].receive()) {
      await database.jobs.park({ kind, key }, jobKinds[kind].givenUp, now);
      await remove();
    }
  }
};

interface SweepFigures {
  parked: Record<JobKind, number>;
  /** Number of parked jobs of all kinds together. */
  parkedForADay: number;
}

const countParked = async ({ database }: SweepPorts, now: Date): Promise<SweepFigures> => {
  const rows = await database.jobs.countParked(new Date(now.getTime() - PARKED_LONG_MS));

  return {
    parked: ofEachKind((kind) => rows.find((row) => row.kind === kind)?.count ?? 0),
    parkedForADay: rows.reduce((sum, { longCount }) => sum + longCount, 0),
  };
};

/** Sweeps the jobs. Returns how many are parked afterwards, for the log line that the alarms read. */
export const sweepJobs = async (ports: SweepPorts, now: Date): Promise<SweepFigures> => {
  await Promise.all([parkDeadLetters(ports, now), sendUnsent(ports, now)]);

  return countParked(ports, now);
};
