import * as z from 'zod';
import { GIVE_UP_AFTER_MS, nextTry } from '#functions/domain/jobs/job-tries.ts';
import { type HeldJob, PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type {
  MailedLink,
  MailNote,
  MailState,
  MailToSend,
  MailWorkStore,
} from '#functions/ports/database/mails/mail-work-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import { type Mailer, MailFault, type OutgoingMail } from '#functions/ports/mailer.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { AppError } from '#shared/errors.ts';
import type { Provider } from '#shared/issued-invoice.ts';
import { type FailureReason, mailKinds, type SkipReason } from '#shared/mail-kinds.ts';
import { findSkipReason } from './may-be-sent.ts';

/** Time for an event to say that the vendor has taken a mail whose answer was lost. */
export const UNCERTAIN_MS = 10 * 60_000;

/** A mail that stands still asks again after this time, unless an operator lets it go on before. */
const PAUSED_MS = 60 * 60_000;

/** Postpones a mail whose share stands still. The days after which it is given up do not run (D45). */
export const requireGoing = ({ isPaused, kind }: Pick<MailToSend, 'isPaused' | 'kind'>, now: Date): void => {
  if (isPaused) {
    throw new PostponedError(
      `The ${mailKinds[kind].share} mails are paused`,
      new Date(now.getTime() + PAUSED_MS),
      { restartsTime: true },
    );
  }
};

/** A written mail, and the links that it contains. */
export interface Letter extends Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments'> {
  links: readonly MailedLink[];
}

/** A mail that is ready to be written and sent. */
export interface Draft {
  /** Writes the mail just before it is sent, because the time of its links begins then. */
  write(now: Date): Promise<Letter>;
  /** True if it may be sent only while no other link for a new password holds for the account. */
  isOnlyLink?: boolean;
  /** Takes back what was counted for the mail, because nothing was sent. */
  giveBack?(): Promise<void>;
}

/** Reads what a mail is about. */
export type Prepare = (mail: MailToSend, now: Date) => Promise<Draft | SkipReason>;

/** Adds to the job's log line: counts, which alarms read, and the mail that the vendor took. */
export type LogCount = (
  line: Partial<Record<'mailAccountFault' | 'mailLinksRefused', number>> & Pick<RequestNote, 'mail'>,
) => void;

interface WorkStores {
  mailWork: MailWorkStore;
}

export interface MailPorts {
  database: WorkStores & {
    jobs: Pick<JobStore, 'claim'>;
    transaction<T>(run: (database: WorkStores) => Promise<T>): Promise<T>;
  };
  mailer: Mailer | undefined;
  mailPace: MailPace;
  /** The sender that each mail names. */
  provider: Provider;
}

const payload = z.object({ mailId: z.string() });

const addressOf = ({ mailId, address }: MailToSend): string => {
  if (address === null) {
    throw new Error(`Mail ${mailId} has no address`);
  }

  return address;
};

/** Makes a try to send one mail, which records the state of the mail in case the try fails. */
export const makeAttempt = (ports: MailPorts, job: HeldJob, logCount: LogCount) => {
  const { mailWork } = ports.database;
  const { mailId } = payload.parse(job.payload);
  let known: { state: MailState; reason: FailureReason | null } | undefined;
  let triedAt: Date | null = null;
  let mayHaveSent = false;
  let worthMs = GIVE_UP_AFTER_MS;

  const finish = async (state: MailState, reason: MailNote['reason'] = null) => {
    job.stillHeld(await mailWork.finish(job.held(), { mailId, state, reason }));
  };

  const read = async (): Promise<MailToSend | undefined> => {
    const mail = await mailWork.find(mailId);
    if (mail) {
      worthMs = mailKinds[mail.kind].worthSeconds * 1000;
      // A mail that was refused or given up is read here only after its parked job was started again, so it is sent.
      const isUncertain = mail.state === 'uncertain';
      known = { state: isUncertain ? 'uncertain' : 'waiting', reason: null };
      triedAt = isUncertain ? mail.triedAt : null;
    }

    return mail;
  };

  /** Marks the mail as uncertain if it may still be sent, with its account locked so that the address cannot change. */
  const begin = async (mail: MailToSend, draft: Draft): Promise<OutgoingMail | SkipReason> => {
    const held = job.held();
    const { links, ...content } = await draft.write(held.now);

    return ports.database.transaction(async ({ mailWork }) => {
      const current = job.stillHeld(await mailWork.findLocked(mail));
      requireGoing(current, held.now);
      const reason = findSkipReason(current);
      if (reason) {
        return reason;
      }
      const { account } = current;
      if (draft.isOnlyLink && account && (await mailWork.hasOpenReset(account.userId, held.now))) {
        return 'too-many';
      }

      const address = addressOf(current);
      job.stillHeld(await mailWork.begin(held, { mail, address, subject: content.subject, links }));
      known = { state: 'uncertain', reason: null };
      triedAt = held.now;

      return { id: mailId, to: address, ...content };
    });
  };

  /** Calls the vendor, and turns its fault into an error that the rules of jobs understand. */
  const call = async (mailer: Mailer, mail: OutgoingMail): Promise<void> => {
    mayHaveSent = true;
    try {
      await mailer.send(mail);
      logCount({ mail: { id: mailId, state: 'sent' } });
    } catch (error) {
      if (!(error instanceof MailFault)) {
        throw error;
      }
      if (error.kind === 'lost') {
        throw new AppError('unavailable', error.message);
      }
      mayHaveSent = false;
      triedAt = null;
      if (error.kind === 'account') {
        known = { state: 'waiting', reason: null };
        logCount({ mailAccountFault: 1 });
        throw new AppError('unavailable', error.message);
      }
      known = { state: 'rejected', reason: 'refused' };
      throw new AppError('unprocessable', error.message);
    }
  };

  return {
    mailId,
    read,
    begin,
    call,
    finish,
    mayHaveSent: () => mayHaveSent,
    /** Returns the note for a job that is released: the state of its mail, undefined if it was not read. */
    note: (): MailNote => ({ mailId, state: known?.state, reason: known?.reason ?? null }),
    nextTry: (error: unknown, tried: HeldJob, now: Date): Date | null | undefined => {
      const next = nextTry(error, tried, now, worthMs);
      const notBefore = new Date((triedAt?.getTime() ?? 0) + UNCERTAIN_MS);

      return next && triedAt && notBefore > next ? notBefore : next;
    },
  };
};

export type Attempt = ReturnType<typeof makeAttempt>;
