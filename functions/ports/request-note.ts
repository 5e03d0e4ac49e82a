import type { VatRow } from '#shared/books/vat-rows.ts';
import type { MailBlockReason } from '#shared/mails/mail-kinds.ts';
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
    factors?: FactorNote;
  };
  invoice?: { id: number; number: string };
  creditNote?: { id: number; number: string };
  /** A mail that the vendor has taken, and what the vendor said of it. */
  mail?: { id: string; state: MailNewsState };
  /** The clients of a write to the books whose path does not name them. */
  clients?: readonly number[];
  /** The status that an invoice was given. */
  madeInvoice?: 'paid' | 'void';
  /** The month that was closed or opened again. */
  month?: string;
  /** A filed VAT report, with what the books must say again. */
  vatReport?: { period: string; vatNumber: string; figures: FiledFigures };
  /** A file of the bank with its days, or with the number of lines that a job has booked. */
  bankFile?: { id: number; from?: string; to?: string; booked?: number };
  /** A billing run, how many invoices a job has issued, and the first and the last number of each year. */
  billingRun?: { id: number; issued: number; numbers: readonly (readonly [first: string, last: string])[] };
  /** The invoice of a deleted client for which money came. */
  retainedInvoice?: string;
}

/** The ways in which a request changes an account's second factors and recovery codes (D47). */
export const FACTOR_CHANGES = ['added', 'removed', 'all-removed', 'codes-renewed', 'code-used'] as const;

/** A change of an account's second factors; one without a passkey's id is about the authenticator app. */
export interface FactorNote {
  change: (typeof FACTOR_CHANGES)[number];
  passkeyId?: string;
}

/** The rows of a VAT report with VAT, in rand. */
export type FiledFigures = Record<VatRow, { gross: number; vat: number }>;

/**
 * Adds to the log line of the request what it writes. The line of a request that fails on our side bears it as well,
 * because its change may be committed.
 */
export type NoteRequest = (note: RequestNote) => void;
