import { nextTry } from '#functions/domain/jobs/job-tries.ts';
import {
  claimJob,
  PostponedError,
  type ReleaseAfter,
  workOnClaimed,
} from '#functions/domain/jobs/job-worker.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { MailNote, MailToSend } from '#functions/ports/database/mails/mail-work-store.ts';
import { MailFault } from '#functions/ports/mailer.ts';
import { isLaneOfRun } from '#shared/billing/run-lanes.ts';
import { AppError } from '#shared/errors.ts';
import { type MailKind, mailKinds } from '#shared/mails/mail-kinds.ts';
import type { WorkerTime } from './mail-pace.ts';
import { nextMailMoment } from './run-mail-hours.ts';
import { type LogCount, type MailSteps, type SendMailPorts, sendMail } from './send-mail.ts';

export interface MailJobPorts extends SendMailPorts {
  database: SendMailPorts['database'] & { jobs: Pick<JobStore, 'claim'> };
}

/** Returns the state of a mail after a failed try; one that may have been sent stays uncertain. */
const stateAfter = (error: unknown): Pick<MailNote, 'state' | 'reason'> => {
  if (!(error instanceof MailFault) || error.kind === 'lost') {
    return { state: undefined, reason: null };
  }

  return error.kind === 'mail'
    ? { state: 'rejected', reason: 'refused' }
    : { state: 'waiting', reason: null };
};

/** Postpones a mail of a billing run whose turn comes outside of the hours. The days after which it is given up do not run. */
const requireHours = (lane: string | null, now: Date): void => {
  const moment = isLaneOfRun(lane) ? nextMailMoment(now) : now;
  if (moment > now) {
    throw new PostponedError('Mails of a billing run leave from 08:00 to 20:00', moment, {
      restartsTime: true,
    });
  }
};

/**
 * Claims the job of a mail, sends the mail, and stores what became of both. The key of the job is the mail's id. Returns
 * the lane of the job, if it has one.
 */
export const runMailJob = async <Ports extends MailJobPorts>(
  ports: Ports,
  { steps, ...key }: { kind: (typeof mailKinds)[MailKind]['job']; key: string; steps: MailSteps<Ports> },
  time: WorkerTime,
  logCount: LogCount,
): Promise<string | null> => {
  const { jobs, mailWork } = ports.database;
  const claimed = await claimJob(jobs, key, time.clock);
  if (!claimed) {
    return null;
  }

  const mailId = key.key;
  let found: MailToSend | undefined;
  const release: ReleaseAfter = (held, released, error) =>
    mailWork.release(held, released, { mailId, ...stateAfter(error) });
  await workOnClaimed({ release }, claimed, time.clock, (job) => ({
    run: async () => {
      requireHours(job.lane, time.clock());
      found = await mailWork.find(mailId);
      const outcome = await sendMail(ports, steps, { job, found }, time, logCount);
      job.stillHeld(await mailWork.finish(job.held(), { mailId, ...outcome }));
    },
    explain: (error) => ({
      error: error instanceof AppError ? error.message : 'Something went wrong on our side.',
      progress: null,
    }),
    nextTry: (error, tried, now) =>
      nextTry(error, tried, now, found && mailKinds[found.kind].worthSeconds * 1000),
  }));

  return claimed.lane;
};
