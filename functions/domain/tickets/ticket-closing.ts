import type { ConversationStore, OwnTicket } from '#functions/ports/database/tickets/conversation-store.ts';
import type { HelpdeskCopyStore } from '#functions/ports/database/tickets/helpdesk-copy-store.ts';
import { SENT } from '#functions/ports/database/tickets/stored-ticket.ts';
import { type Helpdesk, HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import type { Ticket } from '#shared/contract/tickets.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';
import { CLOSED, isDoneStatus, wordStatus } from '#shared/tickets/ticket-codes.ts';
import { cleanTicket } from './copied-html.ts';
import {
  callAbout,
  HELPDESK_CALLS_MS,
  helpdeskOff,
  type OutagePorts,
  whyNotToCall,
} from './helpdesk-outage.ts';
import { type Client, findOwnTicket, type TicketAtHelpdesk } from './own-ticket.ts';
import { ticketNotFound, toTicket } from './ticket-answers.ts';

interface ClosingStores {
  conversations: Pick<ConversationStore, 'open' | 'recordClosing'>;
  helpdeskCopy: Pick<HelpdeskCopyStore, 'keepTickets'>;
}

const HOUR_SECONDS = 60 * 60;

/** Counts a closing: a client may close as many tickets in an hour as they may open. */
const takeClosing = async (
  { database, supportSettings }: Pick<ClosingPorts, 'database' | 'supportSettings'>,
  userId: number,
  now: Date,
): Promise<void> => {
  const limit = supportSettings.shares.ticketsPerHour;
  const share = { name: `closings of user ${userId}`, limit, windowSeconds: HOUR_SECONDS };
  const blockedUntil = await database.throttle.take(share, now);
  if (!blockedUntil) {
    return;
  }

  throw new AppError(
    'too_many_requests',
    'You have closed many tickets within an hour. Please try again later.',
    { retryAfterSeconds: secondsUntil(blockedUntil, now) },
  );
};

interface ClosingPorts {
  database: ClosingStores &
    OutagePorts['database'] & { transaction<T>(run: (database: ClosingStores) => Promise<T>): Promise<T> };
  helpdesk: Helpdesk | undefined;
  supportSettings: Pick<SupportSettings, 'shares'>;
}

const alreadyDone = (status: number) =>
  new AppError('conflict', `This ticket is already ${wordStatus(status).toLowerCase()}.`);

/** Refuses a closing that our copy already rules out, without a call to the helpdesk. */
const requireClosable = (own: OwnTicket | undefined, now: Date) => {
  if (!own) {
    throw ticketNotFound();
  }
  const { atHelpdesk, replies, isHelpdeskSuspect } = own;
  if (!atHelpdesk) {
    throw new AppError('conflict', 'This ticket still waits to be sent. You can withdraw it instead.');
  }
  if (isDoneStatus(atHelpdesk.status)) {
    throw alreadyDone(atHelpdesk.status);
  }
  if (replies.some(({ sending }) => sending.delivery === 'waiting')) {
    throw new AppError(
      'conflict',
      'A reply to this ticket still waits to be sent. Please close the ticket once it is there, or withdraw the reply.',
    );
  }
  const away = whyNotToCall(own, now);
  if (away) {
    throw away;
  }

  return { ...atHelpdesk, isSuspect: isHelpdeskSuspect };
};

/**
 * Explains a refusal: a helpdesk account can require fields before a ticket may be closed, and no client can fill them
 * in.
 */
const toRefusal = (error: HelpdeskError): AppError =>
  error.outcome === 'refused'
    ? new AppError(
        'conflict',
        'The helpdesk does not let this ticket be closed from here. Please ask for it in a reply.',
        { cause: error },
      )
    : error;

const closeAtHelpdesk = async (
  { helpdeskCopy }: Pick<ClosingStores, 'helpdeskCopy'>,
  helpdesk: Helpdesk,
  own: TicketAtHelpdesk,
  now: Date,
): Promise<HelpdeskTicket> => {
  const found = await findOwnTicket(helpdesk, own);
  if (isDoneStatus(found.status)) {
    await helpdeskCopy.keepTickets([cleanTicket(found)], now);
    throw alreadyDone(found.status);
  }

  const closed = await helpdesk.setStatus(own.ticketId, CLOSED);
  if (closed?.contactId !== own.contactId) {
    throw ticketNotFound();
  }

  return { ...closed, attachments: found.attachments };
};

/** Closes the client's ticket permanently (D22). A closing is done now or not at all; it never waits. */
export const closeTicket = async (
  { database, helpdesk, supportSettings }: ClosingPorts,
  { userId }: Client,
  ticketId: number,
  now: Date,
): Promise<Ticket> => {
  if (!helpdesk) {
    throw helpdeskOff();
  }
  const own = requireClosable(await database.conversations.open(userId, ticketId, now), now);
  await takeClosing({ database, supportSettings }, userId, now);
  const ports = { database, helpdesk: helpdesk.within(HELPDESK_CALLS_MS) };
  const ticket = { kind: 'ticket', id: own.ticketId, isSuspect: own.isSuspect } as const;

  try {
    const closed = await callAbout(ports, ticket, now, () =>
      closeAtHelpdesk(database, ports.helpdesk, own, now),
    );
    await database.transaction(async ({ conversations, helpdeskCopy }) => {
      await helpdeskCopy.keepTickets([cleanTicket(closed)], now);
      await conversations.recordClosing(userId, `Ticket closed: ${closed.subject}`);
    });

    return toTicket({ ...closed, sending: SENT });
  } catch (error) {
    if (!(error instanceof HelpdeskError)) {
      throw error;
    }
    throw toRefusal(error);
  }
};
