import type { JobKey } from '#functions/ports/database/jobs/job-store.ts';
import type { HelpdeskEntry, HelpdeskGroup, HelpdeskTicket } from '#functions/ports/helpdesk.ts';
import type { Delivery } from './message-store.ts';

/** How far a run came. */
export interface CopyProgress {
  /** From where the list goes on; null before the first run. */
  copiedUntil: Date | null;
  page: number;
  /** Whether the last run came to the end of the list. */
  isComplete: boolean;
}

/** A run of the copying job, alone until its lease ends. */
export interface CopyRun extends CopyProgress {
  token: string;
  groupsFetchedAt: Date | null;
  /** When the lists of deleted tickets and of spam were last read. */
  removedReadAt: Date | null;
}

/** Our copy of the helpdesk (D21). */
export interface HelpdeskCopyStore {
  /** Claims the one copy; undefined while another run holds it. */
  beginRun(lease: { token: string; until: Date; now: Date }): Promise<CopyRun | undefined>;
  /** Notes how far the run is; false if another has taken the copy. */
  saveProgress(token: string, progress: CopyProgress, now: Date): Promise<boolean>;
  endRun(token: string): Promise<void>;
  /**
   * Notes that the helpdesk answers. If it did not before, the jobs whose last try met an outage are due at once;
   * answers the messages among them that are to be sent to their queue, no two of one lane.
   */
  noteAnswer(now: Date): Promise<JobKey[]>;

  /**
   * Keeps whole tickets as they are now: of none but stored accounts, and never an older state over a newer one. One
   * that has passed from a client to a stranger leaves the copy.
   */
  keepTickets(tickets: readonly HelpdeskTicket[], now: Date): Promise<void>;
  /** The same for tickets of a list, which tells of no attachments: each keeps those that it has. */
  keepListed(tickets: readonly HelpdeskTicket[], now: Date): Promise<void>;
  /**
   * The same for the ticket and the entry of a message that was sent. The first step of a transaction that goes on with
   * the message, so it locks the account against everything else that its client writes.
   */
  keepDelivered(
    delivered: Pick<Delivery, 'ticket' | 'entry'>,
    areAttachmentsTold: boolean,
    now: Date,
  ): Promise<void>;
  /** The newest tickets whose attachments nobody has asked for yet. */
  listUnseen(limit: number): Promise<number[]>;
  /** Notes that a ticket has no attachments to tell of. */
  markSeen(ticketId: number): Promise<void>;
  /** Takes tickets out of the copy that the helpdesk has no more, with their entries. */
  removeTickets(ticketIds: readonly number[]): Promise<void>;
  /** Notes that the lists of deleted tickets and of spam were read as they were then. */
  noteRemovedRead(now: Date): Promise<void>;
  /**
   * Keeps what a reading of a ticket's conversation found: in the place of what was kept if it was read as a whole, and
   * beside it otherwise.
   */
  keepEntries(ticketId: number, entries: readonly HelpdeskEntry[], isWhole: boolean): Promise<void>;
  keepGroups(groups: readonly HelpdeskGroup[], now: Date): Promise<void>;
  /** All groups as they were last read. */
  listGroups(): Promise<HelpdeskGroup[]>;
}
