import type {
  EntryAuthor,
  HelpdeskAttachment,
  HelpdeskEntry,
  HelpdeskTicket,
} from '#functions/ports/helpdesk.ts';
import type { Delivery } from '#shared/contract/tickets.ts';

/** The delivery of something that a client wrote. */
export interface Sending {
  delivery: Delivery;
  /** Why it was given up. */
  error: string | null;
  /** True if no part of it can be at the helpdesk. */
  isWithdrawable: boolean;
}

/** Written by the client here. */
export const BY_CLIENT = { author: { kind: 'client', name: null }, joinedTicketId: null } as const;

/** Already at the helpdesk. */
export const SENT: Sending = { delivery: 'sent', error: null, isWithdrawable: false };

/** Derives the delivery of an undelivered message from its job. */
export const toSending = ({
  state,
  error,
  isUncertain,
}: {
  state: string | null;
  error: string | null;
  isUncertain: boolean;
}): Sending => ({
  ...(state === 'failed' ? { delivery: 'failed', error } : { delivery: 'waiting', error: null }),
  isWithdrawable: !isUncertain,
});

/** An attachment's address is valid for minutes only, so it is not stored. */
export type StoredAttachment = Omit<HelpdeskAttachment, 'address'>;

/** A ticket of our copy, or one that waits for the helpdesk, under the negative id of its row. */
export interface StoredTicket extends Omit<HelpdeskTicket, 'contactId' | 'firstRespondedAt' | 'attachments'> {
  /** Null before the client's first ticket was sent. */
  contactId: number | null;
  attachments: StoredAttachment[];
  sending: Sending;
}

/** An entry of a conversation, or a reply that waits. */
export interface StoredEntry extends Omit<HelpdeskEntry, 'authorId' | 'isIncoming' | 'attachments'> {
  author: EntryAuthor;
  attachments: StoredAttachment[];
  sending: Sending;
}
