import type { EntryAuthor } from '#functions/ports/helpdesk.ts';
import type { StoredEntry } from './stored-ticket.ts';

/** A reply that is not at the helpdesk, or whose delivery is uncertain. */
export interface WaitingReply extends StoredEntry {
  /** Since when it may be there. */
  uncertainSince: Date | null;
}

/** A client's ticket, with what a call of the helpdesk about it needs. */
export interface OwnTicket {
  /** Undefined while the ticket itself waits to be sent. */
  atHelpdesk: { ticketId: number; contactId: number; status: number } | undefined;
  /** Empty while the ticket itself waits. */
  subject: string;
  /** The client's replies to it that wait or could not be sent, oldest first, under the negative ids of their rows. */
  replies: WaitingReply[];
  /** True if a call met an outage in the last 30 s, so that nobody calls the helpdesk (D21). */
  isHelpdeskDown: boolean;
  /** When calls of the helpdesk are left again, if none is. */
  helpdeskBusyUntil: Date | null;
  /** True if a call about another object met a fault in the last minute. */
  isHelpdeskSuspect: boolean;
  /** True if the copy is more than five minutes old, so that the ticket may be somebody else's by now. */
  isCopyOld: boolean;
}

/** The present state of a reply that was waiting. */
export interface ReplyState {
  id: number;
  /** Its id at the helpdesk; null while it is not there. */
  helpdeskId: number | null;
}

/** What is known of the authors of a conversation, so that the helpdesk is not asked again. */
export interface KnownAuthors {
  /** Of entries that were read before and are not the client's. An entry keeps its author. */
  entries: { id: number; authorId: number; author: EntryAuthor }[];
  /** The agents whose records were read, and when. */
  agents: { id: number; readAt: Date }[];
}

export interface KeptEntries {
  entries: StoredEntry[];
  /** False if there are earlier ones, which do not fit in one result. */
  isWhole: boolean;
}

export interface ConversationStore {
  /** Finds a client's ticket, by its id or by the negative id of its row; undefined if it is not theirs. */
  open(userId: number, ticketId: number, now: Date): Promise<OwnTicket | undefined>;
  /** The newest entries of a ticket as they were last read, sorted oldest first. */
  listKept(ticketId: number): Promise<KeptEntries>;
  listAuthors(ticketId: number): Promise<KnownAuthors>;
  /** Returns the state of these replies; a reply that is missing from the result was withdrawn. */
  findReplyStates(replyIds: readonly number[]): Promise<ReplyState[]>;
  /**
   * Writes the activity of a closing, unless another request that also closed the ticket wrote it in the last 10
   * seconds. Exact only in the transaction that stored the ticket, whose lock makes simultaneous closings take turns.
   */
  recordClosing(userId: number, activity: string): Promise<void>;
}
