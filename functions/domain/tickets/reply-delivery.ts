import { isRefusal } from '#functions/domain/jobs/job-tries.ts';
import type { HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { AppError } from '#shared/errors.ts';
import { CLOSED, OPEN, PENDING, RESOLVED } from '#shared/tickets/ticket-codes.ts';
import { cleanTicket } from './copied-html.ts';
import { describeReply, isEarlierReply } from './earlier-tries.ts';
import {
  findUnkept,
  keepDelivery,
  type MessageAttempt,
  refusesContact,
  type SentMessage,
} from './message-attempt.ts';
import { findOwnTicket } from './own-ticket.ts';
import { ticketNotFound } from './ticket-answers.ts';

export const ticketClosed = () =>
  new AppError('conflict', 'This ticket is closed. Please create a new one instead.');

export const parentFailed = () =>
  new AppError('conflict', 'The ticket of this reply could not be sent to the helpdesk.');

const findEarlierReply = async (
  attempt: MessageAttempt,
  ticket: { id: number; contactId: number },
  body: string,
): Promise<HelpdeskEntry | undefined> => {
  const { uncertainSince } = attempt.message;
  if (!uncertainSince) {
    return undefined;
  }

  const { entries, missing } = (await attempt.helpdesk.listEntries(ticket.id, ticket.contactId)) ?? {
    entries: [],
  };
  const earlier = await findUnkept(
    attempt,
    'reply',
    entries.filter((entry) => isEarlierReply(entry, body, uncertainSince)),
  );
  if (!earlier && missing) {
    throw missing;
  }

  return earlier;
};

const isToBeOpened = ({ status }: HelpdeskTicket) => status === PENDING || status === RESOLVED;

/** Reopens the ticket of a reply (D19, D22), and ends the job. */
const openAgain = async (
  { ports, helpdesk, job }: MessageAttempt,
  ticketId: number,
): Promise<SentMessage> => {
  const { messages, helpdeskCopy } = ports.database;

  try {
    const opened = await helpdesk.setStatus(ticketId, OPEN);
    if (opened) {
      await helpdeskCopy.keepTickets([cleanTicket(opened)], job.held().now);
    }
  } catch (error) {
    // The reply has arrived; a ticket that the helpdesk refuses to reopen stays as it is.
    if (!isRefusal(error)) {
      throw error;
    }
  }

  return { ...job.stillHeld(await messages.finish(job.held())), hasRest: false };
};

const addReply = async (
  attempt: MessageAttempt,
  ticket: HelpdeskTicket,
  body: string,
): Promise<HelpdeskEntry> => {
  if (ticket.status === CLOSED) {
    throw ticketClosed();
  }

  const add = () =>
    attempt.callOnce(() =>
      attempt.helpdesk.addReply({ ticketId: ticket.id, contactId: ticket.contactId, body }),
    );
  const entry = await add().catch(async (error) => {
    if (!refusesContact(error)) {
      throw error;
    }
    const contactId = await attempt.helpdesk.ensureContact(attempt.message.client);
    // The ticket belongs to the contact that it names; no other contact may write to it.
    if (contactId !== ticket.contactId) {
      throw error;
    }

    return add();
  });
  if (!entry) {
    throw ticketNotFound();
  }

  return entry;
};

export const deliverReply = async (
  attempt: MessageAttempt,
  ticketId: number,
  body: string,
): Promise<SentMessage> => {
  const { contactId } = attempt.message;
  // A ticket that is not found stays in the copy, because a wrong address of the helpdesk also answers "not found".
  const ticket = await findOwnTicket(attempt.helpdesk, { ticketId, contactId });
  const entry = (await findEarlierReply(attempt, ticket, body)) ?? (await addReply(attempt, ticket, body));

  // The client waits for the reply, and not for its ticket to be opened: the copy shows it open before the helpdesk does.
  const isDone = !isToBeOpened(ticket);
  const activity = describeReply(ticket.subject);
  const { hasNext } = await keepDelivery(attempt, {
    ticket: isDone ? ticket : { ...ticket, status: OPEN },
    entry,
    areAttachmentsKnown: true,
    activity,
    isDone,
  });

  return { reply: { entry, ticketId }, hasNext, hasRest: !isDone };
};

/** Does the remaining work for a reply that has already arrived. */
export const finishReply = async (attempt: MessageAttempt, ticketId: number): Promise<SentMessage> => {
  const { ports, helpdesk, job } = attempt;
  const ticket = await helpdesk.findTicket(ticketId);
  if (ticket && isToBeOpened(ticket)) {
    return openAgain(attempt, ticketId);
  }

  return { ...job.stillHeld(await ports.database.messages.finish(job.held())), hasRest: false };
};
