import type { HelpdeskEntry, HelpdeskGroup, HelpdeskTicket } from '#functions/ports/helpdesk.ts';

/** A run of the copying job, alone until its lease ends. */
export interface CopyRun {
  token: string;
  /** From where the list goes on; null before the first run. */
  copiedUntil: Date | null;
  page: number;
  /** Whether the last run came to the end of the list. */
  isComplete: boolean;
  groupsFetchedAt: Date | null;
  removedReadAt: Date | null;
}

/** How far a run came. */
export interface CopyProgress {
  copiedUntil: Date | null;
  page: number;
  isComplete: boolean;
}

/** Our copy of the helpdesk (D21). */
export interface HelpdeskCopyStore {
  /** Claims the one copy; undefined while another run holds it. */
  beginRun(lease: { token: string; until: Date; now: Date }): Promise<CopyRun | undefined>;
  /** Notes how far the run is; false if another has taken the copy. */
  saveProgress(token: string, progress: CopyProgress, now: Date): Promise<boolean>;
  endRun(token: string): Promise<void>;

  /**
   * Keeps tickets as they are now; of none but stored accounts, and never an older state over a newer one. A ticket
   * whose attachments are not told keeps those that it has.
   */
  keepTickets(tickets: readonly HelpdeskTicket[], now: Date): Promise<void>;
  /** Takes tickets out of the copy that the helpdesk has no more, with their entries. */
  removeTickets(ticketIds: readonly number[]): Promise<void>;
  /** Keeps what a reading of a ticket's conversation found, in the place of what was kept. */
  keepEntries(ticketId: number, entries: readonly HelpdeskEntry[]): Promise<void>;
  keepGroups(groups: readonly HelpdeskGroup[], now: Date): Promise<void>;
  /** All groups as they were last read. */
  listGroups(): Promise<HelpdeskGroup[]>;
}
