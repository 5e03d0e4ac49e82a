import { PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { TicketText } from '#functions/ports/database/tickets/message-store.ts';
import type { HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { describeOpening, isEarlierTicket, sinceFirstTry } from './earlier-tries.ts';
import { takeListCall } from './helpdesk-budget.ts';
import {
  findUnkept,
  keepDelivery,
  type MessageAttempt,
  refusesContact,
  type SentMessage,
} from './message-attempt.ts';

const PAGES_MAX = 5;

/** Lists every ticket of the contact that changed since then. */
const listTicketsSince = async ({ ports, helpdesk, job }: MessageAttempt, contactId: number, since: Date) => {
  const found = new Map<number, HelpdeskTicket>();
  let range = { updatedSince: since, page: 1 };
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const { now } = job.held();
    const blockedUntil = await takeListCall(ports.database.throttle, now);
    if (blockedUntil) {
      throw new PostponedError('The list calls of this minute are used up', blockedUntil);
    }

    const { tickets, hasMore } = await helpdesk.listTickets({ ...range, contactId });
    for (const ticket of tickets) {
      found.set(ticket.id, ticket);
    }
    const last = tickets.at(-1);
    if (!hasMore || !last) {
      break;
    }
    const updatedSince = new Date(last.updatedAt);
    range =
      updatedSince > range.updatedSince ? { updatedSince, page: 1 } : { ...range, page: range.page + 1 };
  }

  return [...found.values()];
};

/** Finds the ticket that an earlier try, whose answer was lost, may have created. */
const findEarlierTicket = async (
  attempt: MessageAttempt,
  contactId: number,
  text: TicketText,
): Promise<HelpdeskTicket | undefined> => {
  const { uncertainSince } = attempt.message;
  if (!uncertainSince) {
    return undefined;
  }

  const tickets = await listTicketsSince(attempt, contactId, sinceFirstTry(uncertainSince));

  return findUnkept(
    attempt,
    'ticket',
    tickets.filter((ticket) => isEarlierTicket(ticket, contactId, text, uncertainSince)),
  );
};

/**
 * Finds or creates the contact again after somebody deleted it at the helpdesk. A contact that was restored there has
 * its tickets again.
 */
const renewContact = async (
  { ports, helpdesk, message: { client } }: MessageAttempt,
  known: number,
): Promise<number> => {
  const contactId = await helpdesk.ensureContact(client);
  if (contactId !== known) {
    await ports.database.transaction(({ messages }) =>
      messages.replaceContact(client.userId, contactId, known),
    );
  }

  return contactId;
};

const createTicket = async (
  attempt: MessageAttempt,
  contactId: number,
  text: TicketText,
): Promise<HelpdeskTicket> => {
  const create = (asContact: number) =>
    attempt.callOnce(() =>
      attempt.helpdesk.createTicket({
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
    if (!refusesContact(error)) {
      throw error;
    }

    return create(await renewContact(attempt, contactId));
  }
};

/** Finds or creates the ticket of a contact. */
const findOrCreate = async (attempt: MessageAttempt, contactId: number, text: TicketText) => {
  const earlier = await findEarlierTicket(attempt, contactId, text);

  return { ticket: earlier ?? (await createTicket(attempt, contactId, text)), isNew: !earlier };
};

/** Creates the client's contact and its first ticket; the account learns its contact meanwhile. */
const createFirst = async (attempt: MessageAttempt, text: TicketText) => {
  const { ports, helpdesk, message } = attempt;
  const contactId = await helpdesk.ensureContact(message.client);
  const keeping = ports.database.messages.keepContact(message.client.userId, contactId);
  const creating = findOrCreate(attempt, contactId, text);
  await Promise.allSettled([keeping, creating]);
  await keeping;

  return creating;
};

export const deliverTicket = async (attempt: MessageAttempt, text: TicketText): Promise<SentMessage> => {
  const { contactId: known } = attempt.message;
  const { ticket, isNew } =
    known === null ? await createFirst(attempt, text) : await findOrCreate(attempt, known, text);

  const activity = describeOpening(text.subject);
  const delivery = { ticket, entry: undefined, areAttachmentsKnown: isNew, activity, isDone: true };

  return { ...(await keepDelivery(attempt, delivery)), ticket, hasRest: false };
};
