import * as z from 'zod';
import { isRefusal } from '#functions/domain/jobs/job-tries.ts';
import { type HeldJob, PostponedError, type Work, workOnJob } from '#functions/domain/jobs/job-worker.ts';
import type { HealthStore } from '#functions/ports/database/health-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/helpdesk-copy-store.ts';
import type { JobStore } from '#functions/ports/database/job-store.ts';
import type { MessageStore, MessageToSend, TicketText } from '#functions/ports/database/message-store.ts';
import type { ThrottleStore } from '#functions/ports/database/throttle-store.ts';
import {
  type Helpdesk,
  type HelpdeskEntry,
  HelpdeskError,
  type HelpdeskTicket,
} from '#functions/ports/helpdesk.ts';
import type { JobSender } from '#functions/ports/job-queue.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import { AppError } from '#shared/errors.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { CLOSED, OPEN, PENDING, RESOLVED } from '#shared/ticket-codes.ts';
import {
  describeOpening,
  describeReply,
  isEarlierReply,
  isEarlierTicket,
  sinceFirstTry,
} from './earlier-tries.ts';
import { takeListCall } from './helpdesk-lists.ts';
import { helpdeskDown, helpdeskOff, noteOutage } from './helpdesk-outage.ts';
import { ticketNotFound } from './ticket-answers.ts';

export const MESSAGE_JOB = 'helpdesk-message';

/** A worker's calls end before its lease does. */
const WORKER_CALLS_MS = 20_000;

export interface DeliveryPorts {
  database: {
    messages: MessageStore;
    jobs: Pick<JobStore, 'claim' | 'release' | 'markSent' | 'takeNextInLane'>;
    helpdeskCopy: Pick<HelpdeskCopyStore, 'keepTickets' | 'listGroups'>;
    throttle: Pick<ThrottleStore, 'take'>;
    health: Pick<HealthStore, 'save'>;
  };
  supportSettings: Pick<SupportSettings, 'isOn' | 'shares' | 'writesPerMinute'>;
  helpdesk: Helpdesk | undefined;
  helpdeskMessageQueue: JobSender;
}

/** What came of a try; `hasNext` until it is known that no message of the client waits behind this one. */
export interface Delivered {
  userId?: number;
  hasNext: boolean;
  ticket?: HelpdeskTicket;
  reply?: { entry: HelpdeskEntry; ticketId: number };
}

export const ticketClosed = () =>
  new AppError('conflict', 'This ticket is closed. Please create a new one instead.');
export const parentFailed = () =>
  new AppError('conflict', 'The ticket of this reply could not be sent to the helpdesk.');

const payload = z.object({ messageId: z.number() });

/** One try, with what it needs to say whether it may have sent something. */
interface Try {
  ports: DeliveryPorts;
  helpdesk: Helpdesk;
  job: HeldJob;
  message: MessageToSend;
  /** Runs the call that sends the message: what it fails with is certain, or the message stays uncertain. */
  write<Answer>(call: () => Promise<Answer>): Promise<Answer>;
  delivered: Delivered;
}

const isCertain = (error: unknown) => error instanceof HelpdeskError && error.outcome !== 'uncertain';

const refusesContact = (error: unknown) =>
  error instanceof HelpdeskError && error.outcome === 'refused' && error.refusedFields.includes('contactId');

const ensureContact = async (
  { ports, helpdesk, message: { client } }: Try,
  known: number | null,
): Promise<number> => {
  const contactId = await helpdesk.ensureContact(client);
  await ports.database.messages.keepContact(client.userId, contactId, known);

  return contactId;
};

/** The oldest of these that no other message of ours was taken for. */
const findUnkept = async <Found extends { id: number }>(
  { ports, message }: Try,
  kind: 'ticket' | 'reply',
  candidates: readonly Found[],
): Promise<Found | undefined> => {
  if (candidates.length === 0) return undefined;

  const kept = await ports.database.messages.listKept(
    kind,
    candidates.map(({ id }) => id),
    message.messageId,
  );

  return candidates.filter(({ id }) => !kept.includes(id)).toSorted((a, b) => a.id - b.id)[0];
};

const PAGES_MAX = 5;

/** Every ticket of the contact that changed since then. */
const listTicketsSince = async ({ ports, helpdesk, job }: Try, contactId: number, since: Date) => {
  const found = new Map<number, HelpdeskTicket>();
  let range = { updatedSince: since, page: 1 };
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { now } = job.held();
    const blockedUntil = await takeListCall(ports.database.throttle, now);
    if (blockedUntil) throw new PostponedError('The list calls of this minute are used up', blockedUntil);

    const { tickets, hasMore } = await helpdesk.listTickets({ ...range, contactId });
    for (const ticket of tickets) found.set(ticket.id, ticket);
    const last = tickets.at(-1);
    if (!hasMore || !last) break;
    const updatedSince = new Date(last.updatedAt);
    range =
      updatedSince > range.updatedSince ? { updatedSince, page: 1 } : { ...range, page: range.page + 1 };
  }

  return [...found.values()];
};

/** The ticket that an earlier try made without our knowing. */
const findEarlierTicket = async (
  sending: Try,
  contactId: number,
  text: TicketText,
): Promise<HelpdeskTicket | undefined> => {
  const { uncertainSince } = sending.message;
  if (!uncertainSince) return undefined;

  const tickets = await listTicketsSince(sending, contactId, sinceFirstTry(uncertainSince));

  return findUnkept(
    sending,
    'ticket',
    tickets.filter((ticket) => isEarlierTicket(ticket, contactId, text, uncertainSince)),
  );
};

const findEarlierReply = async (
  sending: Try,
  ticket: { id: number; contactId: number },
  body: string,
): Promise<HelpdeskEntry | undefined> => {
  const { uncertainSince } = sending.message;
  if (!uncertainSince) return undefined;

  const entries = (await sending.helpdesk.listEntries(ticket.id, ticket.contactId)) ?? [];

  return findUnkept(
    sending,
    'reply',
    entries.filter((entry) => isEarlierReply(entry, body, uncertainSince)),
  );
};

const createTicket = async (sending: Try, contactId: number, text: TicketText): Promise<HelpdeskTicket> => {
  const create = (asContact: number) =>
    sending.write(() =>
      sending.helpdesk.createTicket({
        contactId: asContact,
        subject: text.subject,
        description: text.description,
        priority: text.priority,
        groupId: text.department,
        tags: text.tags,
      }),
    );

  try {
    return await create(contactId);
  } catch (error) {
    // Somebody deleted the contact at the helpdesk.
    if (!refusesContact(error)) throw error;

    return create(await ensureContact(sending, contactId));
  }
};

const sendTicket = async (sending: Try, text: TicketText): Promise<void> => {
  const { ports, job, message, delivered } = sending;
  const contactId = message.contactId ?? (await ensureContact(sending, null));
  const earlier = await findEarlierTicket(sending, contactId, text);
  const ticket = earlier ?? (await createTicket(sending, contactId, text));

  const { hasNext } = job.stillHeld(
    await ports.database.messages.deliverTicket(job.held(), {
      messageId: message.messageId,
      ticket,
      areAttachmentsTold: !earlier,
      activity: describeOpening(text.subject),
    }),
  );
  Object.assign(delivered, { hasNext, ticket });
};

const isToBeOpened = ({ status }: HelpdeskTicket) => status === PENDING || status === RESOLVED;

/** Opens a ticket that was replied to (D19, D22), and ends the job. */
const openAgain = async (sending: Try, ticketId: number): Promise<void> => {
  const { ports, helpdesk, job, delivered } = sending;
  const { messages, helpdeskCopy } = ports.database;

  try {
    const opened = await helpdesk.setStatus(ticketId, OPEN);
    if (opened) await helpdeskCopy.keepTickets([opened], job.held().now);
  } catch (error) {
    // The reply is there; what the helpdesk refuses to open stays as it is.
    if (!isRefusal(error)) throw error;
  }
  delivered.hasNext = job.stillHeld(await messages.finish(job.held())).hasNext;
};

/** The client's ticket as it is now. One that is not found stays in the copy: a wrong address answers the same. */
const findOwnTicket = async ({ helpdesk, message }: Try, ticketId: number): Promise<HelpdeskTicket> => {
  const ticket = await helpdesk.findTicket(ticketId);
  if (!ticket || ticket.contactId !== message.contactId) throw ticketNotFound();

  return ticket;
};

const addReply = async (sending: Try, ticket: HelpdeskTicket, body: string): Promise<HelpdeskEntry> => {
  if (ticket.status === CLOSED) throw ticketClosed();

  const add = () =>
    sending.write(() =>
      sending.helpdesk.addReply({ ticketId: ticket.id, contactId: ticket.contactId, body }),
    );
  const entry = await add().catch(async (error) => {
    if (!refusesContact(error)) throw error;
    const contactId = await sending.helpdesk.ensureContact(sending.message.client);
    // The ticket belongs to the contact that it names; nobody else may write to it.
    if (contactId !== ticket.contactId) throw error;

    return add();
  });
  if (!entry) throw ticketNotFound();

  return entry;
};

const sendReply = async (sending: Try, ticketId: number, body: string): Promise<void> => {
  const { ports, job, message, delivered } = sending;
  const ticket = await findOwnTicket(sending, ticketId);
  const entry = (await findEarlierReply(sending, ticket, body)) ?? (await addReply(sending, ticket, body));

  const isDone = !isToBeOpened(ticket);
  const { hasNext } = job.stillHeld(
    await ports.database.messages.deliverReply(job.held(), {
      messageId: message.messageId,
      ticket,
      entry,
      activity: describeReply(ticket.subject),
      isDone,
    }),
  );
  delivered.reply = { entry, ticketId };
  if (isDone) delivered.hasNext = hasNext;
  else await openAgain(sending, ticketId);
};

/** What is left of a reply that is there already. */
const finishReply = async (sending: Try, ticketId: number): Promise<void> => {
  const ticket = await sending.helpdesk.findTicket(ticketId);
  if (ticket && isToBeOpened(ticket)) return openAgain(sending, ticketId);

  const { ports, job, delivered } = sending;
  delivered.hasNext = job.stillHeld(await ports.database.messages.finish(job.held())).hasNext;
};

const send = (sending: Try): Promise<void> => {
  const { text, ticketId } = sending.message;
  if (text?.kind === 'ticket') return sendTicket(sending, text.payload);
  if (ticketId === null) throw parentFailed();

  return text ? sendReply(sending, ticketId, text.payload.body) : finishReply(sending, ticketId);
};

const tryToSend = async (
  ports: DeliveryPorts,
  helpdesk: Helpdesk,
  job: HeldJob,
  delivered: Delivered,
): Promise<void> => {
  const { messages, health } = ports.database;
  const { messageId } = payload.parse(job.payload);
  const writes = {
    name: 'helpdesk writes',
    limit: ports.supportSettings.writesPerMinute,
    windowSeconds: 60,
  };
  const message = job.stillHeld(await messages.begin(job.held(), messageId, writes));
  delivered.userId = message.client.userId;
  if (message.isBehind) throw new PostponedError('An earlier message of the client goes first', null);
  if (message.isHelpdeskDown) throw helpdeskDown();
  if (message.blockedUntil) {
    throw new PostponedError('The writes of this minute are used up', message.blockedUntil);
  }

  let mayBeThere = false;
  const write: Try['write'] = async (call) => {
    mayBeThere = true;
    try {
      return await call();
    } catch (error) {
      if (isCertain(error)) mayBeThere = false;
      throw error;
    }
  };

  try {
    await send({ ports, helpdesk, job, message, write, delivered });
  } catch (error) {
    if (!mayBeThere && message.uncertainSince === null) await messages.clearUncertain(job.held(), messageId);
    await noteOutage(health, error, job.held().now);
    throw error;
  }
};

const FAULT = 'Something went wrong on our side.';

/** How a message is sent, by a request and by a worker alike; `delivered` tells how it ended. */
export const deliver =
  (ports: DeliveryPorts, callsMs: number, delivered: Delivered) =>
  (job: HeldJob): Work => ({
    run: async () => {
      if (!ports.helpdesk) throw helpdeskOff();
      await tryToSend(ports, ports.helpdesk.within(callsMs), job, delivered);
    },
    explain: (error, isGivenUp) => ({
      error:
        isGivenUp && !isRefusal(error)
          ? jobKinds[MESSAGE_JOB].givenUp
          : error instanceof AppError
            ? error.message
            : FAULT,
      progress: null,
    }),
  });

export interface LanePorts {
  database: { jobs: Pick<JobStore, 'takeNextInLane'> };
  helpdeskMessageQueue: JobSender;
}

/** Sends the client's next message to the queue; what fails here is sent by the sweep. */
export const sendNext = async (
  { database, helpdeskMessageQueue }: LanePorts,
  userId: number,
  now: Date,
): Promise<void> => {
  const key = await database.jobs.takeNextInLane(MESSAGE_JOB, String(userId), now);
  if (key !== undefined) await helpdeskMessageQueue.send(key);
};

/** Sends a message that waits. */
export const runHelpdeskMessageJob = async (
  ports: DeliveryPorts,
  key: string,
  clock: () => Date,
): Promise<void> => {
  const delivered: Delivered = { hasNext: true };
  try {
    await workOnJob(
      ports.database.jobs,
      { kind: MESSAGE_JOB, key },
      clock,
      deliver(ports, WORKER_CALLS_MS, delivered),
    );
  } finally {
    if (delivered.userId !== undefined && delivered.hasNext) await sendNext(ports, delivered.userId, clock());
  }
};
