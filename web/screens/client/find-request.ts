import type { Ticket } from '#shared/contract/tickets.ts';
import { isOpenStatus } from '#shared/tickets/ticket-codes.ts';
import { requestOffer } from './offer-request.ts';

/** Returns the open ticket in which a client has asked for an offer, by the subject that it was given. */
export const findRequest = <Asked extends Pick<Ticket, 'subject' | 'status'>>(
  tickets: readonly Asked[] | undefined,
  number: number,
): Asked | undefined => {
  const subject = requestOffer(number)?.subject;

  return tickets?.find((ticket) => ticket.subject === subject && isOpenStatus(ticket.status));
};
