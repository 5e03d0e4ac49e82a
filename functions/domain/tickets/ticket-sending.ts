import { PostponedError } from '#functions/domain/jobs/job-worker.ts';
import type { TicketText } from '#functions/ports/database/message-store.ts';
import type { HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { describeOpening, isEarlierTicket, sinceFirstTry } from './earlier-tries.ts';
import { takeListCall } from './helpdesk-lists.ts';
import { ensureContact, findUnkept, refusesContact, type Try } from './message-try.ts';

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

export const sendTicket = async (sending: Try, text: TicketText): Promise<void> => {
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
