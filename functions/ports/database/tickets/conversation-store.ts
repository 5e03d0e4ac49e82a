import type { StoredEntry } from './stored-ticket.ts';

/** A reply that is not at the helpdesk, or of which nobody knows. */
export interface WaitingReply extends StoredEntry {
  /** Since when it may be there. */
  uncertainSince: Date | null;
}

/** A ticket of the client, as whoever wants to call the helpdesk about it needs to know it. */
export interface OwnTicket {
  /** Undefined while the ticket itself waits to be sent. */
  atHelpdesk: { ticketId: number; contactId: number; status: number } | undefined;
  /** Empty while the ticket itself waits. */
  subject: string;
  /** The client's replies to it that wait or have failed to be sent, oldest first, under the negative ids of their rows. */
  replies: WaitingReply[];
  /** A call met an outage a moment ago, so that nobody asks (D21). */
  isHelpdeskDown: boolean;
  /** A call about something else met a fault a moment ago. */
  isHelpdeskSuspect: boolean;
  /** The copy has not followed the helpdesk for minutes, so that the ticket may be somebody else's by now. */
  isCopyOld: boolean;
}

/** What a reply that was waiting has become. */
export interface ReplyFate {
  id: number;
  /** Its id at the helpdesk; null while it is not there. */
  helpdeskId: number | null;
}

export interface ConversationStore {
  /** Finds a ticket of the client's, by its id or by the negative one of its row; undefined for what is not theirs. */
  open(userId: number, ticketId: number, now: Date): Promise<OwnTicket | undefined>;
  /** The newest entries of a ticket as they were last read, oldest first. */
  listKept(ticketId: number): Promise<StoredEntry[]>;
  /** What became of replies; one that is not answered was taken back. */
  findFates(replyIds: readonly number[]): Promise<ReplyFate[]>;
  /**
   * Writes the activity of a closing, unless the same was written a moment ago by another request that closed the
   * ticket, too. Exact once the ticket was kept in the same transaction, which lets one of them pass at a time.
   */
  recordClosing(userId: number, activity: string): Promise<void>;
}
