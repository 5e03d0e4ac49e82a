import { claimJob, PostponedError, workOnClaimed } from '#functions/domain/jobs/job-worker.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { MailToSend } from '#functions/ports/database/mails/mail-work-store.ts';
import type { Mailer } from '#functions/ports/mailer.ts';
import { AppError } from '#shared/errors.ts';
import { type MailKind, mailKinds } from '#shared/mail-kinds.ts';
import {
  type Attempt,
  type Draft,
  type LogCount,
  type MailPorts,
  makeAttempt,
  type Prepare,
  requireGoing,
  UNCERTAIN_MS,
} from './mail-attempt.ts';
import { type WorkerTime, waitForMoment } from './mail-pace.ts';
import { findSkipReason } from './may-be-sent.ts';

const ageMs = (since: Date, now: Date) => now.getTime() - since.getTime();

/** Waits for the mail's moment, writes it and sends it. A try that sent nothing gives back what was counted for it. */
const sendDraft = async (
  ports: MailPorts & { mailer: Mailer },
  attempt: Attempt,
  { mail, draft }: { mail: MailToSend; draft: Draft },
  time: WorkerTime,
): Promise<void> => {
  try {
    await waitForMoment(ports, mailKinds[mail.kind].share, time);
    const outgoing = await attempt.begin(mail, draft);
    if (typeof outgoing === 'string') {
      return await attempt.finish('skipped', outgoing);
    }

    await attempt.call(ports.mailer, outgoing);
    await attempt.finish('sent');
  } finally {
    if (!attempt.mayHaveSent()) {
      await draft.giveBack?.();
    }
  }
};

const sendMail = async (
  ports: MailPorts,
  attempt: Attempt,
  { prepare, time }: { prepare: Prepare; time: WorkerTime },
): Promise<void> => {
  const { mailer } = ports;
  if (!mailer) {
    throw new AppError('unavailable', 'This portal sends no mail at the moment.');
  }
  const mail = await attempt.read();
  // Its account is gone, and the mail with it.
  if (!mail) {
    return attempt.finish('skipped', 'account-gone');
  }

  const now = time.clock();
  const { kind, state, triedAt } = mail;
  if (state === 'uncertain' && triedAt && ageMs(triedAt, now) < UNCERTAIN_MS) {
    throw new PostponedError('An event may still come', new Date(triedAt.getTime() + UNCERTAIN_MS));
  }
  const { job, worthSeconds } = mailKinds[kind];
  if (job === 'account-mail' && ageMs(mail.createdAt, now) > worthSeconds * 1000) {
    return attempt.finish(state === 'uncertain' ? state : 'failed', 'too-late');
  }

  requireGoing(mail, now);
  const found = findSkipReason(mail) ?? (await prepare(mail, now));
  if (typeof found === 'string') {
    return attempt.finish('skipped', found);
  }
  await sendDraft({ ...ports, mailer }, attempt, { mail, draft: found }, time);
};

/**
 * Runs the job of a mail (D45). From the moment at which the vendor is called until its answer is stored, the mail is
 * uncertain: if the answer is lost, it is sent again only after an event could have said that it arrived.
 */
export const runMailJob = async (
  ports: MailPorts,
  job: { kind: (typeof mailKinds)[MailKind]['job']; key: string; prepare: Prepare },
  time: WorkerTime,
  logCount: LogCount,
): Promise<void> => {
  const { jobs, mailWork } = ports.database;
  const claimed = await claimJob(jobs, job, time.clock);
  if (!claimed) {
    return;
  }

  let attempt: Attempt | undefined;
  const release: JobStore['release'] = (held, released) =>
    mailWork.release(held, released, attempt?.note() ?? { mailId: job.key, state: undefined, reason: null });

  await workOnClaimed({ release }, claimed, time.clock, (held) => {
    const current = makeAttempt(ports, held, logCount);
    attempt = current;

    return {
      run: () => sendMail(ports, current, { prepare: job.prepare, time }),
      explain: (error) => ({
        error: error instanceof AppError ? error.message : 'Something went wrong on our side.',
        progress: null,
      }),
      nextTry: current.nextTry,
    };
  });
};
