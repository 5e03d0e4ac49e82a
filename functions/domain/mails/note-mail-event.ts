import * as z from 'zod';
import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { MailNews } from '#functions/ports/database/mails/mail-event-store.ts';
import type { RequestNote } from '#functions/ports/request-note.ts';
import { brakeOf, type MailBlockReason, type MailKind, mailKinds } from '#shared/mails/mail-kinds.ts';
import { applyBrake, type MailsBack } from './mail-brake.ts';

const recipients = z.array(z.object({ emailAddress: z.string() })).default([]);

/**
 * An event of SES, with the parts that are read; it may have others, and may be of a type that is new.
 * https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-contents.html
 */
export const mailEvent = z.object({
  eventType: z.string(),
  mail: z.object({ timestamp: z.string(), tags: z.record(z.string(), z.array(z.string())).default({}) }),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: recipients }).optional(),
  complaint: z.object({ complainedRecipients: recipients }).optional(),
});
export type MailEvent = z.output<typeof mailEvent>;

/** A delayed mail was taken, and another event follows. */
const STATES: Record<string, MailNews['state']> = {
  Send: 'sent',
  DeliveryDelay: 'sent',
  Delivery: 'delivered',
  Bounce: 'bounced',
  Complaint: 'complained',
  Reject: 'rejected',
};

const mailId = z.uuid();

interface Stop {
  addresses: readonly string[];
  reason: MailBlockReason;
}

/** Returns the addresses to which mail is stopped. A full mailbox does not stop mail. */
const findStop = ({ bounce, complaint }: MailEvent): Stop | undefined => {
  if (bounce?.bounceType === 'Permanent') {
    const addresses = bounce.bouncedRecipients.map(({ emailAddress }) => emailAddress);

    return { addresses, reason: 'bounce' };
  }

  return (
    complaint && {
      addresses: complaint.complainedRecipients.map(({ emailAddress }) => emailAddress),
      reason: 'complaint',
    }
  );
};

/** Figures of log lines that alarms count. */
type EventFigures = Partial<Record<'mailEventsUnknown' | 'mailPaused' | 'complaintWithoutBrake', number>> & {
  /** Whose mails stopped the others, by account number. */
  mailsBack?: MailsBack;
};

/** Lets a bounce or complaint stop the share of its mail, or wake somebody where no brake counts it (D45). */
const react = async (
  database: DatabaseOf<'mailEvents'>,
  { kind, state }: { kind: MailKind; state: MailNews['state'] },
  now: Date,
): Promise<EventFigures> => {
  const share = brakeOf(kind);
  if (share && (state === 'bounced' || state === 'complained')) {
    const mailsBack = await applyBrake(database.mailEvents, share, now);

    return mailsBack ? { mailPaused: 1, mailsBack } : {};
  }

  return state === 'complained' && !share && mailKinds[kind].job === 'business-mail'
    ? { complaintWithoutBrake: 1 }
    : {};
};

/**
 * Notes what became of a mail (D45). The event finds it by its tag; one without our tag or of an unknown type is only
 * counted.
 */
export const noteMailEvent = async (
  database: DatabaseOf<'mailEvents'>,
  event: MailEvent,
  now: Date,
  log: (line: EventFigures | RequestNote) => void,
): Promise<void> => {
  const state = STATES[event.eventType];
  const { data: id } = mailId.safeParse(event.mail.tags.mail?.[0]);
  if (!state || !id) {
    return log({ mailEventsUnknown: 1 });
  }
  const stop = findStop(event);

  const { kind, blocked } = await database.transaction(async ({ mailEvents }) => {
    const account =
      stop && stop.addresses.length > 0
        ? await mailEvents.block(id, stop.addresses, stop.reason, now)
        : undefined;
    await mailEvents.endJob(id, now);
    const kind = await mailEvents.move({ mailId: id, state, at: new Date(event.mail.timestamp) });

    return { kind, blocked: account && stop && { ...account, ownAddress: stop.reason } };
  });
  log({ mail: { id, state }, ...(blocked && { account: blocked }) });
  if (kind) {
    log(await react(database, { kind, state }, now));
  }
};
