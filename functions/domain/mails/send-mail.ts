import { type HeldJob, PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type {
  MailedLink,
  MailOutcome,
  MailToSend,
  MailWorkStore,
} from '#functions/ports/database/mails/mail-work-store.ts';
import type { MailPace } from '#functions/ports/mail-settings.ts';
import { type Mailer, MailFault, type OutgoingMail } from '#functions/ports/mailer.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { AppError } from '#shared/errors.ts';
import { mailKinds, type SkipReason } from '#shared/mails/mail-kinds.ts';
import { type WorkerTime, waitForMoment } from './mail-pace.ts';
import { type AddressedMail, checkMayBeSent } from './may-be-sent.ts';

/** Time for an event to say that the vendor has taken a mail whose answer was lost. */
const UNCERTAIN_MS = 10 * 60_000;

/** A mail that stands still asks again after this time, unless an operator lets it go on before. */
const PAUSED_MS = 60 * 60_000;

/** Adds to the job's log line: counts, which alarms read, and the mail that the vendor took. */
export type LogCount = (
  line: Partial<Record<'mailAccountFault' | 'mailLinksRefused', number>> & Pick<RequestNote, 'mail'>,
) => void;

/** A mail in words, and the links that it contains. */
export interface WrittenMail extends Pick<OutgoingMail, 'subject' | 'html' | 'text' | 'attachments'> {
  links: readonly MailedLink[];
}

/** What was counted for a mail. */
export interface MailCounts {
  /** True if it may be sent only while no other link for a new password holds for the account. */
  isOnlyLink: boolean;
  /** Takes the counts back, because nothing was sent. */
  giveBack(): Promise<void>;
}

const NOT_COUNTED: MailCounts = { isOnlyLink: false, giveBack: async () => {} };

/** What account mails and business mails do differently. */
export interface MailSteps<Ports> {
  write(ports: Ports, mail: AddressedMail, now: Date): Promise<WrittenMail | SkipReason>;
  /** Counts a mail towards its limits. Business mails have none. */
  takeCounts?(
    ports: Ports,
    mail: AddressedMail,
    now: Date,
    logCount: LogCount,
  ): Promise<MailCounts | SkipReason>;
}

interface SendStores {
  mailWork: MailWorkStore;
}

export interface SendMailPorts {
  database: SendStores & { transaction<T>(run: (database: SendStores) => Promise<T>): Promise<T> };
  mailer: Mailer | undefined;
  mailPace: MailPace;
}

const skipped = (reason: SkipReason): MailOutcome => ({ state: 'skipped', reason });

const ageMs = (since: Date, now: Date) => now.getTime() - since.getTime();

/** Postpones a mail of which an event may still say that the vendor took it. */
const requireKnownEnd = ({ state, triedAt }: MailToSend, now: Date): void => {
  if (state === 'uncertain' && triedAt && ageMs(triedAt, now) < UNCERTAIN_MS) {
    throw new PostponedError('An event may still come', new Date(triedAt.getTime() + UNCERTAIN_MS));
  }
};

/** Postpones a mail whose share stands still. The days after which it is given up do not run (D45). */
const requireGoing = ({ isPaused, kind }: MailToSend, now: Date): void => {
  if (isPaused) {
    throw new PostponedError(
      `The ${mailKinds[kind].share} mails are paused`,
      new Date(now.getTime() + PAUSED_MS),
      { restartsTime: true },
    );
  }
};

const isTooLate = ({ kind, createdAt }: MailToSend, now: Date): boolean =>
  mailKinds[kind].job === 'account-mail' && ageMs(createdAt, now) > mailKinds[kind].worthSeconds * 1000;

/** Marks the mail as uncertain if it may still be sent, with its account locked so that the address cannot change. */
const beginTry = (
  { database }: SendMailPorts,
  job: HeldJob,
  { mail, written, isOnlyLink }: { mail: MailToSend; written: WrittenMail; isOnlyLink: boolean },
): Promise<AddressedMail | SkipReason> =>
  database.transaction(async ({ mailWork }) => {
    const held = job.held();
    const locked = job.stillHeld(await mailWork.findLocked(mail));
    requireGoing(locked, held.now);
    const current = checkMayBeSent(locked);
    if (typeof current === 'string') {
      return current;
    }
    const { account, address } = current;
    if (isOnlyLink && account && (await mailWork.hasOpenReset(account.userId, held.now))) {
      return 'too-many';
    }

    const { subject, links } = written;
    job.stillHeld(await mailWork.begin(held, { mail, address, subject, links }));

    return current;
  });

/**
 * Sends the mail of a job that a worker holds, and returns what became of it (D45). From the moment at which the vendor
 * is called until the outcome is stored, the mail is uncertain: if the answer is lost, it is sent again only after an
 * event could have said that it arrived.
 */
export const sendMail = async <Ports extends SendMailPorts>(
  ports: Ports,
  steps: MailSteps<Ports>,
  { job, found }: { job: HeldJob; found: MailToSend | undefined },
  time: WorkerTime,
  logCount: LogCount,
): Promise<MailOutcome> => {
  const { mailer } = ports;
  if (!mailer) {
    throw new AppError('unavailable', 'This portal sends no mail at the moment.');
  }
  // A mail is deleted together with its account.
  if (!found) {
    return skipped('account-gone');
  }

  const now = time.clock();
  requireKnownEnd(found, now);
  if (isTooLate(found, now)) {
    return { state: found.state === 'uncertain' ? 'uncertain' : 'failed', reason: 'too-late' };
  }
  requireGoing(found, now);
  const mail = checkMayBeSent(found);
  if (typeof mail === 'string') {
    return skipped(mail);
  }

  const written = await steps.write(ports, mail, now);
  if (typeof written === 'string') {
    return skipped(written);
  }
  const counts = (await steps.takeCounts?.(ports, mail, now, logCount)) ?? NOT_COUNTED;
  if (typeof counts === 'string') {
    return skipped(counts);
  }

  let mayBeAtVendor = false;
  try {
    await waitForMoment(ports, mailKinds[mail.kind].share, time);
    const begun = await beginTry(ports, job, { mail, written, isOnlyLink: counts.isOnlyLink });
    if (typeof begun === 'string') {
      return skipped(begun);
    }

    mayBeAtVendor = true;
    const { links: _, ...content } = written;
    await mailer.send({ id: mail.mailId, to: begun.address, ...content });
    logCount({ mail: { id: mail.mailId, state: 'sent' } });

    return { state: 'sent', reason: null };
  } catch (error) {
    if (error instanceof MailFault && error.kind !== 'lost') {
      mayBeAtVendor = false;
    }
    if (error instanceof MailFault && error.kind === 'account') {
      logCount({ mailAccountFault: 1 });
    }
    throw error;
  } finally {
    if (!mayBeAtVendor) {
      // A count that stays ends with its window, and must not hide what the vendor said.
      await counts.giveBack().catch(() => undefined);
    }
  }
};
