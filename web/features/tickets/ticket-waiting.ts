import type { Ticket } from '#shared/contract/tickets.ts';
import { OPEN, PENDING } from '#shared/tickets/ticket-codes.ts';

type Waiting = Pick<Ticket, 'status' | 'delivery'>;

/** True if the client has to act next. */
export const isWaitingForClient = ({ status, delivery }: Waiting): boolean =>
  delivery === 'sent' && status === PENDING;

/** True if we have to act next. */
export const isWaitingForUs = ({ status, delivery }: Waiting): boolean =>
  delivery === 'sent' && status === OPEN;

/**
 * Says to the client who must act next; undefined if nobody must, or if that is unknown. The status alone decides,
 * because the client's reply sets a Pending ticket to Open (D19).
 */
export const wordWaiting = (ticket: Waiting): string | undefined => {
  if (isWaitingForClient(ticket)) {
    return 'Waiting for you';
  }

  return isWaitingForUs(ticket) ? 'Waiting for us' : undefined;
};
