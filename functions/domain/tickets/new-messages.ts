import { isRefusal } from '#functions/domain/jobs/job-tries.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { JobStore } from '#functions/ports/database/jobs/job-store.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import type { MessageText, StoreResult } from '#functions/ports/database/tickets/message-store.ts';
import { BY_CLIENT, SENT } from '#functions/ports/database/tickets/stored-ticket.ts';
import type { TicketStore } from '#functions/ports/database/tickets/ticket-store.ts';
import type { ConversationEntry, NewTicket, Ticket } from '#shared/contract/tickets.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { helpdeskOff } from './helpdesk-outage.ts';
import type { SendPorts, SentMessage } from './message-attempt.ts';
import { type LanePorts, MESSAGE_JOB, queueWhatFollows, tryMessageJob } from './message-job.ts';
import { atItsField, toRefusal, unknownDepartment } from './message-refusals.ts';
import { offeredGroups } from './read-tickets.ts';
import { notShownYet, toEntry, toTicket } from './ticket-answers.ts';

type MessagePorts = SendPorts &
  LanePorts & { database: { tickets: Pick<TicketStore, 'find'>; jobs: Pick<JobStore, 'release'> } };

/** The parts of a request other than its message. */
interface RequestContext {
  once: OnceKey | undefined;
  now: Date;
  /** Logs a failure that the answer does not show. */
  report(failure: unknown): void;
}

type Stored = Extract<StoreResult, { outcome: 'stored' }>;

/** Time limit of a request's helpdesk calls, so that with its database calls it ends within 5 s (D21). */
const REQUEST_CALLS_MS = 3_500;

const HOUR_SECONDS = 60 * 60;

const isOffered = async (
  helpdeskCopy: Pick<HelpdeskCopyStore, 'listGroups'>,
  text: MessageText,
): Promise<boolean> => {
  const department = text.kind === 'ticket' ? text.payload.department : undefined;

  return (
    department === undefined ||
    offeredGroups(await helpdeskCopy.listGroups()).some(({ id }) => id === department)
  );
};

const shareOf = ({ supportSettings: { shares } }: MessagePorts, userId: number, kind: MessageText['kind']) =>
  kind === 'ticket'
    ? { name: `tickets of user ${userId}`, limit: shares.ticketsPerHour, windowSeconds: HOUR_SECONDS }
    : { name: `replies of user ${userId}`, limit: shares.repliesPerHour, windowSeconds: HOUR_SECONDS };

/** Sends a stored message if its request already holds the job. A refusal removes the message again. */
const tryAtOnce = async (
  ports: MessagePorts,
  { userId }: SessionUser,
  { messageId, claimed }: Stored,
  { now, report }: RequestContext,
): Promise<SentMessage | undefined> => {
  let sent: SentMessage | undefined;
  let refusal: unknown;
  try {
    sent = claimed && (await tryMessageJob(ports, claimed, REQUEST_CALLS_MS, () => now));
  } catch (error) {
    if (isRefusal(error)) {
      await ports.database.messages.removeRefused(messageId);
      refusal = error;
    } else {
      report(error);
    }
  }

  await queueWhatFollows(ports, { key: String(messageId), userId }, sent, now).catch(report);
  if (refusal) {
    throw atItsField(refusal);
  }

  return sent;
};

/** Stores a message and counts it in the client's share. A call that stores nothing is not counted. */
const storeMessage = async (
  ports: MessagePorts,
  { userId }: SessionUser,
  text: MessageText,
  { once, now }: RequestContext,
): Promise<StoreResult> => {
  const { throttle, messages } = ports.database;
  const share = shareOf(ports, userId, text.kind);
  const until = new Date(now.getTime() + jobKinds[MESSAGE_JOB].leaseSeconds * 1000);
  const [isDepartmentOffered, shareUsedUntil] = await Promise.all([
    isOffered(ports.database.helpdeskCopy, text),
    throttle.take(share, now),
  ]);
  const giveBack = async () => {
    if (!shareUsedUntil) {
      await throttle.giveBack(share);
    }
  };
  if (!isDepartmentOffered) {
    await giveBack();
    throw unknownDepartment();
  }

  const result = await messages.store({
    userId,
    text,
    once,
    shareUsedUntil,
    lease: { token: crypto.randomUUID(), until, now },
  });
  if (result.outcome !== 'stored') {
    await giveBack();
  }

  return result;
};

/** Stores a message and sends it if its turn has come. A repeated request finds the message of the first one. */
const submitMessage = async (
  ports: MessagePorts,
  client: SessionUser,
  text: MessageText,
  context: RequestContext,
): Promise<{ messageId: number; sent: SentMessage | undefined }> => {
  const { once, now } = context;
  const result = await storeMessage(ports, client, text, context);
  if (result.outcome === 'stored') {
    return { messageId: result.messageId, sent: await tryAtOnce(ports, client, result, context) };
  }

  const messageId =
    once && (await ports.database.messages.awaitRepeated(client.userId, text.kind, once, now));
  if (messageId === undefined) {
    throw toRefusal(result, text.kind, now);
  }

  return { messageId, sent: undefined };
};

/** Opens a ticket at the helpdesk; while the helpdesk is out of reach, stores it until it can be sent. */
export const createTicket = async (
  ports: MessagePorts,
  client: SessionUser,
  ticket: NewTicket,
  context: RequestContext,
): Promise<Ticket> => {
  if (!ports.supportSettings.isOn) {
    throw helpdeskOff();
  }

  const text = { kind: 'ticket', payload: ticket } as const;
  const { messageId, sent } = await submitMessage(ports, client, text, context);
  const stored = sent?.ticket
    ? { ...sent.ticket, sending: SENT }
    : await ports.database.tickets.find(client.userId, -messageId);
  if (!stored) {
    throw notShownYet();
  }

  return toTicket(stored);
};

/** Replies to the client's ticket; waits as a new ticket does while the helpdesk is out of reach. */
export const replyToTicket = async (
  ports: MessagePorts,
  client: SessionUser,
  { ticketId, body }: { ticketId: number; body: string },
  context: RequestContext,
): Promise<ConversationEntry> => {
  if (!ports.supportSettings.isOn) {
    throw helpdeskOff();
  }

  const text = { kind: 'reply', ticketId, payload: { body } } as const;
  const { messageId, sent } = await submitMessage(ports, client, text, context);
  if (sent?.reply) {
    return toEntry({ ...sent.reply.entry, ...BY_CLIENT, sending: SENT }, sent.reply.ticketId);
  }

  const reply = await ports.database.messages.findReply(client.userId, messageId);
  if (!reply) {
    throw notShownYet();
  }

  return toEntry(reply.entry, reply.ticketId);
};
