import type { JobKey } from '#functions/ports/database/jobs/job-store.ts';
import type { EntryAuthor, HelpdeskEntry, HelpdeskGroup, HelpdeskTicket } from '#functions/ports/helpdesk.ts';

/** The progress of a run. */
export interface CopyProgress {
  /** The time from which the list continues; null before the first run. */
  copiedUntil: Date | null;
  page: number;
  /** True if the last run reached the end of the list. */
  isComplete: boolean;
}

/** A run of the copying task, exclusive until its lease ends. */
export interface CopyRun extends CopyProgress {
  token: string;
  groupsFetchedAt: Date | null;
  /** When the lists of deleted tickets and of spam were last read. */
  removedReadAt: Date | null;
}

/** An entry with its author; undefined if the helpdesk could not say who that is. */
export interface AuthoredEntry extends HelpdeskEntry {
  author: EntryAuthor | undefined;
}

/** Our copy of the helpdesk (D21). */
export interface HelpdeskCopyStore {
  /** Claims the one copy; undefined while another run holds it. */
  beginRun(lease: { token: string; until: Date; now: Date }): Promise<CopyRun | undefined>;
  /** Notes the run's progress; false if another run has taken the copy. */
  saveProgress(token: string, progress: CopyProgress, now: Date): Promise<boolean>;
  endRun(token: string): Promise<void>;
  /**
   * Notes that the helpdesk answers. If it did not before, the jobs whose last try met an outage are due at once;
   * returns the messages among them that are to be sent to their queue, at most one per lane.
   */
  noteAnswer(now: Date): Promise<JobKey[]>;

  /**
   * Stores whole tickets as they are now: only those of stored accounts, and never an older state over a newer one. A
   * ticket that was moved from a client to a stranger leaves the copy.
   */
  keepTickets(tickets: readonly HelpdeskTicket[], now: Date): Promise<void>;
  /** As `keepTickets`, for tickets of a list, which lacks attachments: the stored attachments stay. */
  keepListed(tickets: readonly HelpdeskTicket[], now: Date): Promise<void>;
  /** The newest tickets whose attachments were never read. */
  listUnseen(limit: number): Promise<number[]>;
  /** Notes that a ticket has no attachments to list. */
  markSeen(ticketId: number): Promise<void>;
  /** Removes tickets that no longer exist at the helpdesk, with their entries. */
  removeTickets(ticketIds: readonly number[]): Promise<void>;
  /** Notes that the lists of deleted tickets and of spam were read as of this time. */
  noteRemovedRead(now: Date): Promise<void>;
  /**
   * Stores the entries of a conversation that was read: in place of the stored ones if it was read as a whole, in
   * addition to them otherwise.
   */
  keepEntries(ticketId: number, entries: readonly AuthoredEntry[], isWhole: boolean): Promise<void>;
  /** Notes that these are agents. */
  noteAgents(agentIds: readonly number[], now: Date): Promise<void>;
  keepGroups(groups: readonly HelpdeskGroup[], now: Date): Promise<void>;
  /** All groups as they were last read. */
  listGroups(): Promise<HelpdeskGroup[]>;
}
