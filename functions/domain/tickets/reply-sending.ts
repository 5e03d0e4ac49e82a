import { isRefusal } from '#functions/domain/jobs/job-tries.ts';
import type { HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import { AppError } from '#shared/errors.ts';
import { CLOSED, OPEN, PENDING, RESOLVED } from '#shared/ticket-codes.ts';
import { describeReply, isEarlierReply } from './earlier-tries.ts';
import { findUnkept, refusesContact, type Try } from './message-try.ts';
import { ticketNotFound } from './ticket-answers.ts';

export const ticketClosed = () =>
  new AppError('conflict', 'This ticket is closed. Please create a new one instead.');

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

export const sendReply = async (sending: Try, ticketId: number, body: string): Promise<void> => {
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
export const finishReply = async (sending: Try, ticketId: number): Promise<void> => {
  const ticket = await sending.helpdesk.findTicket(ticketId);
  if (ticket && isToBeOpened(ticket)) return openAgain(sending, ticketId);

  const { ports, job, delivered } = sending;
  delivered.hasNext = job.stillHeld(await ports.database.messages.finish(job.held())).hasNext;
};
