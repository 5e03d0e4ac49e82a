import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { ThrottleStore } from '#functions/ports/database/system/throttle-store.ts';
import type { ConversationStore, OwnTicket } from '#functions/ports/database/tickets/conversation-store.ts';
import { type Helpdesk, HelpdeskError, type HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { SupportSettings } from '#functions/ports/support-settings.ts';
import { AppError, secondsUntil } from '#shared/errors.ts';
import { helpdeskDown } from './helpdesk-outage.ts';
import { ticketNotFound } from './ticket-answers.ts';

const SHARE_SECONDS = 60;

export type Client = Pick<SessionUser, 'userId'>;

/** The ids of a ticket and of its contact at the helpdesk, as our copy has them. */
export type TicketAtHelpdesk = Pick<NonNullable<OwnTicket['atHelpdesk']>, 'ticketId' | 'contactId'>;

export interface ReadStores {
  conversations: Pick<ConversationStore, 'open'>;
  throttle: Pick<ThrottleStore, 'take'>;
}

const requireReadLeft = async (
  throttle: ReadStores['throttle'],
  limit: number,
  { userId }: Client,
  now: Date,
): Promise<void> => {
  const share = { name: `helpdesk reads of user ${userId}`, limit, windowSeconds: SHARE_SECONDS };
  const blockedUntil = await throttle.take(share, now);
  if (!blockedUntil) {
    return;
  }

  throw new AppError(
    'too_many_requests',
    'You have opened many conversations and files just now. Please try again in a minute.',
    { retryAfterSeconds: secondsUntil(blockedUntil, now) },
  );
};

/** Opens the client's own ticket for a read at the helpdesk, as often as the client's share allows (D21). */
export const openToRead = async (
  { conversations, throttle }: ReadStores,
  { shares }: Pick<SupportSettings, 'shares'>,
  client: Client,
  ticketId: number,
  now: Date,
): Promise<OwnTicket> => {
  const own = await conversations.open(client.userId, ticketId, now);
  if (!own) {
    throw ticketNotFound();
  }
  if (own.atHelpdesk) {
    await requireReadLeft(throttle, shares.readsPerMinute, client, now);
  }

  return own;
};

/** Finds the client's ticket at the helpdesk; refuses it as not found if it belongs to another contact there. */
export const findOwnTicket = async (
  helpdesk: Pick<Helpdesk, 'findTicket'>,
  { ticketId, contactId }: { ticketId: number; contactId: number | null },
): Promise<HelpdeskTicket> => {
  const ticket = await helpdesk.findTicket(ticketId);
  if (ticket?.contactId !== contactId) {
    throw ticketNotFound();
  }

  return ticket;
};

/**
 * Returns the error to answer when a read failed. An 'unavailable' error keeps its own sentence, because waiting helps,
 * and an error that is not the helpdesk's stays as it is. Any other refusal of the helpdesk becomes "The helpdesk does
 * not answer", because a client who only reads could not mend it.
 */
export const toUnavailable = (error: unknown): unknown =>
  error instanceof HelpdeskError && error.code !== 'unavailable' ? helpdeskDown(error) : error;
