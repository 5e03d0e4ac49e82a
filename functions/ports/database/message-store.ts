import type { HelpdeskClient, HelpdeskEntry, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { OnceKey } from './idempotency-store.ts';
import type { ClaimedJob, Held } from './job-store.ts';
import type { StoredEntry } from './stored-ticket.ts';
import type { ThrottleBucket } from './throttle-store.ts';

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
  /** What the client may write in an hour. */
  share: ThrottleBucket;
  /** For the request that writes it, if it may send it at once. */
  lease: { token: string; until: Date; now: Date };
}

/** What became of a message that was to be stored; only 'stored' wrote anything. */
export type Writing =
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
  /** When it may be tried again, if the writes of this minute are used up. */
  blockedUntil: Date | undefined;
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
   * Stores a message with its job and counts it in the client's share, all in one statement or nothing of it. The job
   * is born in the writer's hands unless the helpdesk counts as down or an earlier message of the client still waits.
   */
  write(message: NewMessage): Promise<Writing>;
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
   * live to say so. Undefined if another worker has taken the job. Nothing is noted of one whose turn has not come, and
   * it takes none of the writes that are left.
   */
  begin(held: Held, messageId: number, writes: ThrottleBucket): Promise<MessageToSend | undefined>;
  /** Takes back what `begin` noted, because this try certainly sent nothing. */
  clearUncertain(held: Held, messageId: number): Promise<void>;
  /** Keeps the client's contact in the place of `known`; with another one go the copies of its tickets. */
  keepContact(userId: number, contactId: number, known: number | null): Promise<void>;
  /** Which of these are known to be other messages of ours already. */
  listKept(kind: MessageKind, helpdeskIds: readonly number[], messageId: number): Promise<number[]>;
  /** The tickets of these contacts that may be at the helpdesk without our knowing, the oldest first. */
  listUncertain(contactIds: readonly number[]): Promise<UncertainTicket[]>;

  /**
   * Notes that a ticket is at the helpdesk: ends its job, frees its text, keeps it in the copy and shows it among the
   * client's activities, all in one statement. Answers whether another message of the client waits; undefined if another
   * worker has taken the job.
   */
  deliverTicket(
    held: Held,
    delivered: {
      messageId: number;
      ticket: HelpdeskTicket;
      /** One of a list tells of none. */
      areAttachmentsTold: boolean;
      activity: string;
    },
  ): Promise<{ hasNext: boolean } | undefined>;
  /** The same of a reply, which is kept with its ticket and the entries. While its job is not done, that goes on. */
  deliverReply(
    held: Held,
    delivered: {
      messageId: number;
      ticket: HelpdeskTicket;
      entry: HelpdeskEntry;
      activity: string;
      isDone: boolean;
    },
  ): Promise<{ hasNext: boolean } | undefined>;
  /** Ends the job of a message that was delivered before; undefined if another worker has taken it. */
  finish(held: Held): Promise<{ hasNext: boolean } | undefined>;

  /**
   * Takes back a message that nobody sends just now and that cannot be at the helpdesk, a ticket with its replies: one
   * that waits, and one that was given up.
   */
  withdraw(
    userId: number,
    message: { kind: 'ticket'; messageId: number } | { kind: 'reply'; messageId: number; ticketId: number },
  ): Promise<Withdrawal>;
  /** Deletes a message that the helpdesk refused, with its job. */
  removeRefused(messageId: number): Promise<void>;
}
