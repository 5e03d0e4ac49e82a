import { sendNextInLane } from '#functions/domain/jobs/next-in-lane.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import { type MailJobPorts, runMailJob } from './mail-job.ts';
import type { WorkerTime } from './mail-pace.ts';
import type { LogCount } from './send-mail.ts';
import { type WriteBusinessMailPorts, writeBusinessMail } from './write-business-mail.ts';

type BusinessMailPorts = MailJobPorts &
  WriteBusinessMailPorts & {
    database: { jobs: Pick<JobStore, 'takeNextInLane'> };
    businessMailQueue: JobSender;
  };

/** Runs the job of a business mail: may-be-sent.ts says to which accounts it goes. */
export const runBusinessMailJob = async (
  ports: BusinessMailPorts,
  key: string,
  time: WorkerTime,
  logCount: LogCount,
): Promise<void> => {
  const lane = await runMailJob<BusinessMailPorts>(
    ports,
    { kind: 'business-mail', key, steps: { write: writeBusinessMail } },
    time,
    logCount,
  );
  if (lane) {
    const { database, businessMailQueue: queue } = ports;
    await sendNextInLane({ jobs: database.jobs, queue }, 'business-mail', lane, time.clock());
  }
};
