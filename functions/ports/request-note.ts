import type { MailBlockReason } from '#shared/mail-kinds.ts';
import type { MailNewsState } from './database/mails/mail-event-store.ts';

/**
 * The effects of a request or task that must still be known after the database was restored to an earlier time; they are
 * written to its log line. They contain no name, address or text that a person typed.
 */
export interface RequestNote {
  account?: {
    id: number;
    owNumber: string;
    /** Names of the changed fields, with values only for role and status (D33). */
    changed?: Record<string, string | number | null>;
    /** Creation time of an account that this request deleted. */
    deletedMadeAt?: string;
    /** The reason why mail to the account's present address was blocked, or the event that lifted the block. */
    ownAddress?: MailBlockReason | 'verified' | 'unblocked';
  };
  invoice?: { id: number; number: string };
  creditNote?: { id: number; number: string };
  /** A mail that the vendor has taken, and what the vendor said of it. */
  mail?: { id: string; state: MailNewsState };
}

/** Adds to the log line of the request; called after the change it reports is committed. */
export type NoteRequest = (note: RequestNote) => void;
