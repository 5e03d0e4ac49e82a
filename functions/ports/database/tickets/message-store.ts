import type { ClaimedJob, Held } from '#functions/ports/database/jobs/job-store.ts';
import type { OnceKey } from '#functions/ports/database/system/idempotency-store.ts';
import type { HelpdeskClient, HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { StoredEntry } from './stored-ticket.ts';

/** A new ticket as the client wrote it, in plain text. */
export interface TicketText {
  subject: string;
  description: string;
  priority: number;
  /** The group that it is for. */
  department?: number | undefined;
  tags: string[];
}

/** A reply as the client wrote it, in plain text. */
export interface ReplyText {
  body: string;
}

export type MessageKind = 'ticket' | 'reply';

/** What a client wrote: a ticket, or a reply to a ticket of theirs, which a negative id names while it waits. */
export type MessageText =
  | { kind: 'ticket'; payload: TicketText }
  | { kind: 'reply'; ticketId: number; payload: ReplyText };

export interface NewMessage {
  userId: number;
  text: MessageText;
  /** What makes a repeat known. */
  once: OnceKey | undefined;
  /** Set where the client has written as much as they may: nothing is stored, but a repeat is still known. */
  shareUsedUntil: Date | undefined;
  /** For the request that writes it, if it may send it at once. */
  lease: { token: string; until: Date; now: Date };
}

/** What became of a message that was to be stored; only 'stored' wrote anything. */
export type StoreResult =
  /** `claimed` is for the writer to send; undefined if the message waits for its turn or for the helpdesk. */
  | { outcome: 'stored'; messageId: number; claimed: ClaimedJob | undefined }
  /** The key was used for another message in the last 24 hours. */
  | { outcome: 'repeated' }
  | { outcome: 'share-used'; until: Date }
  /** The ticket to reply to is not the client's, or it is not there. */
  | { outcome: 'not-found' }
  | { outcome: 'closed' }
  /** The ticket to reply to could not be sent itself. */
  | { outcome: 'parent-failed' };

/** A stored message as a repeat of its request finds it. */
export interface RepeatedMessage {
  messageId: number;
  bodyHash: string;
  helpdeskId: number | null;
}

/** A message in the hands of whoever sends it. */
export interface MessageToSend {
  messageId: number;
  client: HelpdeskClient;
  /** Null before the client's first ticket was sent. */
  contactId: number | null;
  /** Undefined once it was delivered. */
  text: { kind: 'ticket'; payload: TicketText } | { kind: 'reply'; payload: ReplyText } | undefined;
  /** The ticket of a reply; null while that one waits itself. */
  ticketId: number | null;
  /** Since when it may be at the helpdesk, by the tries before this one. */
  uncertainSince: Date | null;
  /** An earlier message of the client is still to be sent. */
  isBehind: boolean;
  isHelpdeskDown: boolean;
  /** A call about something else met a fault a moment ago. */
  isHelpdeskSuspect: boolean;
}

/** What the helpdesk has made of a message. */
export interface Delivery {
  messageId: number;
  ticket: HelpdeskTicket;
  /** Undefined where the message is the ticket itself. */
  entry: HelpdeskEntry | undefined;
  activity: string;
  /** Whether the job ends with it; a reply to a ticket that must still be opened goes on. */
  isDone: boolean;
}

/** A ticket that may be at the helpdesk without our knowing. */
export interface UncertainTicket {
  messageId: number;
  userId: number;
  contactId: number;
  subject: string;
  description: string;
  since: Date;
}

/** A message of ours as a reading has met it at the helpdesk. */
export interface ArrivedMessage {
  messageId: number;
  helpdeskId: number;
  activity: string;
}

export type Withdrawal = 'withdrawn' | 'not-found' | 'delivered' | 'uncertain';

/** What clients write: stored before the helpdesk is called, each with its job (kind helpdesk-message). */
export interface MessageStore {
  /**
   * Stores a message with its job, in a transaction of its own. The job is born in the writer's hands unless the
   * helpdesk counts as down or an earlier message of the client still waits.
   */
  store(message: NewMessage): Promise<StoreResult>;
  /**
   * The message that was stored with a key; undefined if there is none. One that is being sent is waited for, at most
   * five seconds.
   */
  awaitRepeated(
    userId: number,
    kind: MessageKind,
    once: OnceKey,
    now: Date,
  ): Promise<RepeatedMessage | undefined>;
  /** A client's reply as it stands, with its ticket as the client knows it. */
  findReply(userId: number, messageId: number): Promise<{ entry: StoredEntry; ticketId: number } | undefined>;

  /**
   * Reads what is to be sent, and notes that from now on it may be at the helpdesk: also for a worker that does not
   * live to say so. Undefined if another worker has taken the job. Nothing is noted of one whose turn has not come.
   */
  begin(held: Held, messageId: number): Promise<MessageToSend | undefined>;
  /** Takes back what `begin` noted, because this try certainly sent nothing. */
  clearUncertain(held: Held, messageId: number): Promise<void>;
  /** Keeps the client's first contact, unless another one was kept meanwhile. */
  keepContact(userId: number, contactId: number): Promise<void>;
  /** Keeps another contact in the place of `known`, whose tickets leave the copy, in a transaction of its own. */
  replaceContact(userId: number, contactId: number, known: number): Promise<void>;
  /** Which of these are known to be other messages of ours already. */
  listKept(kind: MessageKind, helpdeskIds: readonly number[], messageId: number): Promise<number[]>;
  /** The tickets of these contacts that may be at the helpdesk without our knowing, the oldest first. */
  listUncertain(contactIds: readonly number[]): Promise<UncertainTicket[]>;

  /**
   * Notes that a message is at the helpdesk: frees its text, shows it among the client's activities and ends its job if
   * it is done. Comes after `HelpdeskCopyStore.keepDelivered` in one transaction, which locks the account. Answers
   * whether another message of the client waits; undefined if another worker has taken the job.
   */
  deliver(held: Held, delivery: Delivery): Promise<{ hasNext: boolean } | undefined>;
  /** Ends the job of a message that was delivered before; undefined if another worker has taken it. */
  finish(held: Held): Promise<{ hasNext: boolean } | undefined>;

  /** Locks the accounts that wrote these messages; the first step of a transaction that calls `takeArrived`. */
  lockWriters(messageIds: readonly number[]): Promise<void>;
  /**
   * Takes uncertain messages for delivered, because a reading has met them at the helpdesk. Of several that a message
   * could be it is the oldest that no other message of ours is.
   */
  takeArrived(kind: MessageKind, arrived: readonly ArrivedMessage[], now: Date): Promise<void>;

  /**
   * Takes back a message that nobody sends just now and that cannot be at the helpdesk, a ticket with its replies: one
   * that waits, and one that was given up. In a transaction of its own.
   */
  withdraw(
    userId: number,
    message: { kind: 'ticket'; messageId: number } | { kind: 'reply'; messageId: number; ticketId: number },
  ): Promise<Withdrawal>;
  /** Deletes a message that the helpdesk refused, with its job. */
  removeRefused(messageId: number): Promise<void>;
}
