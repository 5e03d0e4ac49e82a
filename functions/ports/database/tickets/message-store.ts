import type { ClaimedJob, Held } from '#functions/ports/database/jobs/job-store.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { HelpdeskClient, HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { StoredEntry } from './stored-ticket.ts';

/** A new ticket as the client wrote it, in plain text. */
export interface TicketText {
  subject: string;
  description: string;
  priority: number;
  /** The group that it is addressed to. */
  department?: number | undefined;
  tags: string[];
}

/** A reply as the client wrote it, in plain text. */
export interface ReplyText {
  body: string;
}

export type MessageKind = 'ticket' | 'reply';

/** A client's text: a ticket, or a reply to one of their tickets. `ticketId` is negative while that ticket waits. */
export type MessageText =
  | { kind: 'ticket'; payload: TicketText }
  | { kind: 'reply'; ticketId: number; payload: ReplyText };

export interface NewMessage {
  userId: number;
  text: MessageText;
  /** Identifies a repeat of the request. */
  once: OnceKey | undefined;
  /** Set if the client has used up their share: nothing is stored, but a repeat is still recognised. */
  shareUsedUntil: Date | undefined;
  /** The request's claim on the job, if it may send the message at once. */
  lease: { token: string; until: Date; now: Date };
}

/** The result of storing a message; only 'stored' wrote anything. */
export type StoreResult =
  /** `claimed` is the job for the request to send; undefined if the message waits for its turn or for the helpdesk. */
  | { outcome: 'stored'; messageId: number; claimed: ClaimedJob | undefined }
  /** The key was used for another message in the last 24 hours. */
  | { outcome: 'repeated' }
  | { outcome: 'share-used'; until: Date }
  /** The ticket to reply to is not the client's, or does not exist. */
  | { outcome: 'not-found' }
  | { outcome: 'closed' }
  /** The ticket to reply to was itself given up. */
  | { outcome: 'parent-failed' };

/** A message as its sender reads it. */
export interface MessageToSend {
  messageId: number;
  client: HelpdeskClient;
  /** Null before the client's first ticket was sent. */
  contactId: number | null;
  /** Undefined once it was delivered. */
  text: { kind: 'ticket'; payload: TicketText } | { kind: 'reply'; payload: ReplyText } | undefined;
  /** The ticket of a reply; null while that ticket waits itself. */
  ticketId: number | null;
  /** Since when it may be at the helpdesk because of earlier tries. */
  uncertainSince: Date | null;
  /** True if an earlier message of the client is still to be sent. */
  isBehind: boolean;
  isHelpdeskDown: boolean;
  /** True if a call about another object met a fault in the last minute. */
  isHelpdeskSuspect: boolean;
}

/** The helpdesk's answer to a message. */
export interface Delivery {
  messageId: number;
  ticket: HelpdeskTicket;
  /** Undefined if the message is the ticket itself. */
  entry: HelpdeskEntry | undefined;
  /** False for a ticket from a list, which lacks attachments: the stored ones stay. */
  areAttachmentsKnown: boolean;
  activity: string;
  /** False for a reply whose ticket must still be set to Open, which its job does later. */
  isDone: boolean;
}

/** A ticket that may have arrived at the helpdesk although we got no answer. */
export interface UncertainTicket {
  messageId: number;
  userId: number;
  contactId: number;
  subject: string;
  description: string;
  since: Date;
}

/** One of our messages that was found while reading the helpdesk. */
export interface ArrivedMessage {
  messageId: number;
  helpdeskId: number;
  activity: string;
}

export type Withdrawal = 'withdrawn' | 'not-found' | 'delivered' | 'uncertain';

/** The messages of clients: stored before the helpdesk is called, each with its job (kind helpdesk-message). */
export interface MessageStore {
  /**
   * Stores a message with its job. The job is created as claimed by the request unless the helpdesk counts as down or
   * an earlier message of the client still waits.
   */
  store(message: NewMessage): Promise<StoreResult>;
  /**
   * Returns the id of the message that was stored with a key; undefined if there is none. Refuses one with other content.
   * Waits at most five seconds for one that is being sent or that the copy does not have yet.
   */
  awaitRepeated(userId: number, kind: MessageKind, once: OnceKey, now: Date): Promise<number | undefined>;
  /** Returns a client's reply, with the id of its ticket as the client knows it. */
  findReply(userId: number, messageId: number): Promise<{ entry: StoredEntry; ticketId: number } | undefined>;

  /**
   * Reads the message of a job and notes that it may be at the helpdesk from now on, because the worker may die
   * before it can say so. Notes nothing for a message whose turn has not come. Undefined if another worker has taken
   * the job.
   */
  begin(held: Held, messageId: number): Promise<MessageToSend | undefined>;
  /** Takes back what `begin` noted, because this try certainly sent nothing. */
  clearUncertain(held: Held, messageId: number): Promise<void>;
  /** Stores the client's first contact, unless another one was stored in the meantime. */
  keepContact(userId: number, contactId: number): Promise<void>;
  /** Stores another contact in place of `known`, whose tickets leave the copy, in its own transaction. */
  replaceContact(userId: number, contactId: number, known: number): Promise<void>;
  /** Returns those of these ids that are known to belong to other messages of the portal. */
  listKept(kind: MessageKind, helpdeskIds: readonly number[], messageId: number): Promise<number[]>;
  /** The tickets of these contacts that may have arrived at the helpdesk although we got no answer, oldest first. */
  listUncertain(contactIds: readonly number[]): Promise<UncertainTicket[]>;

  /**
   * Notes that a message is at the helpdesk: stores its ticket and entry in the copy as `keepTickets` does, clears its
   * text, adds it to the client's activities, and ends its job, or releases it for the rest, which the caller sends.
   * Returns whether another message of the client waits; undefined if another worker has taken the job.
   */
  deliver(held: Held, delivery: Delivery): Promise<{ hasNext: boolean } | undefined>;
  /** Ends the job of a message that was delivered before; undefined if another worker has taken it. */
  finish(held: Held): Promise<{ hasNext: boolean } | undefined>;

  /** Locks the accounts that wrote these messages; the first step of a transaction that calls `takeArrived`. */
  lockWriters(messageIds: readonly number[]): Promise<void>;
  /**
   * Marks uncertain messages as delivered, because they were found while reading the helpdesk. A message that matches
   * several objects there is the oldest one that no other message of the portal has.
   */
  takeArrived(kind: MessageKind, arrived: readonly ArrivedMessage[], now: Date): Promise<void>;

  /**
   * Withdraws a waiting or parked message, a ticket together with its replies, unless it is being sent or may be at
   * the helpdesk. Runs in its own transaction.
   */
  withdraw(
    userId: number,
    message: { kind: 'ticket'; messageId: number } | { kind: 'reply'; messageId: number; ticketId: number },
  ): Promise<Withdrawal>;
  /** Deletes a message that the helpdesk refused, with its job. */
  removeRefused(messageId: number): Promise<void>;
}
