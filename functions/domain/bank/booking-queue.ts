import { sendNextInLane } from '#functions/domain/jobs/next-in-lane.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';

export const BOOKING_JOB = 'bank-booking';

/** The jobs of a file run one after the other. */
export const laneOfFile = (fileId: number): string => `bank-file:${fileId}`;

/** Puts the next job of a file in the queue, if there is one. If this fails, the sweep finds it. */
export const queueNextBooking = async (
  {
    database,
    bankBookingQueue,
  }: { database: { jobs: Pick<JobStore, 'takeNextInLane'> }; bankBookingQueue: JobSender },
  fileId: number,
  now: Date,
): Promise<void> => {
  await sendNextInLane(
    { jobs: database.jobs, queue: bankBookingQueue },
    BOOKING_JOB,
    laneOfFile(fileId),
    now,
  );
};
