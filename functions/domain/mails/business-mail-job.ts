import { type MailJobPorts, runMailJob } from './mail-job.ts';
import type { WorkerTime } from './mail-pace.ts';
import type { LogCount } from './send-mail.ts';
import { type WriteBusinessMailPorts, writeBusinessMail } from './write-business-mail.ts';

type BusinessMailPorts = MailJobPorts & WriteBusinessMailPorts;

/** Runs the job of a business mail: may-be-sent.ts says to which accounts it goes. */
export const runBusinessMailJob = (
  ports: BusinessMailPorts,
  key: string,
  time: WorkerTime,
  logCount: LogCount,
): Promise<void> =>
  runMailJob<BusinessMailPorts>(
    ports,
    { kind: 'business-mail', key, steps: { write: writeBusinessMail } },
    time,
    logCount,
  );
