import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Role } from '#shared/contract/fields.ts';
import type { EntryKind } from '#shared/contract/payments/ledger-entries.ts';
import type { PaymentMethod } from '#shared/contract/payments/ledger-payments.ts';
import type { PlaceInTimeline, TimelineKind } from '#shared/contract/users/timeline.ts';
import type { MAIL_STATES, MailKind } from '#shared/mails/mail-kinds.ts';

interface Place {
  /** To the microsecond, as the database has it: 2026-11-26T08:00:00.123456Z. */
  at: string;
  id: string;
  /** Who did it; null if nobody was signed in. An account that was deleted has neither name nor role. */
  actor: { name: string | null; role: Role | null } | null;
}

export interface LedgerMoment extends Place {
  source: 'ledger';
  kind: EntryKind;
  /** The kind of what a reversal reverses. */
  reversedKind: EntryKind | null;
  /** The entry that began the item to which this one belongs. */
  itemId: number;
  /** The invoice, or the one that a credit note corrects. */
  invoiceId: number | null;
  number: string | null;
  /** The number of the invoice that a credit note corrects. */
  invoiceNumber: string | null;
  date: string;
  bankDate: string | null;
  amount: number;
  method: PaymentMethod | null;
  reference: string | null;
  reason: string | null;
}

export interface MailMoment extends Place {
  source: 'mail';
  kind: MailKind;
  subject: string | null;
  state: (typeof MAIL_STATES)[number];
  reason: string | null;
  /** What it is about. */
  invoiceId: number | null;
  paymentId: number | null;
}

export interface AuditMoment extends Place {
  source: 'audit';
  /** A route id, followed by ' failed' or ' blocked' if it was not done. */
  action: string;
  /** The names of the changed fields. */
  fields: string[];
  /** The service that was changed, if it still exists. */
  serviceId: number | null;
  /** How often it was done that day by the same person, if its repeats fold; this is the newest time. */
  count: number;
}

export type Moment = LedgerMoment | MailMoment | AuditMoment;

/** The actions whose repeats of one person and day are one moment, unless an administrator did them. */
export interface Folding {
  actions: readonly string[];
  /** A change of one of these fields stays a moment of its own. */
  butFields: readonly string[];
}

/** What happened to an account, joined from the ledger, the mails and the audit log. */
export interface TimelineStore {
  /**
   * Lists moments of an account, the newest first, of the audit log only those of the actions, and writes the reading
   * to the audit log; undefined if there is no such account.
   */
  listOf(
    userId: number,
    page: {
      kind: TimelineKind | undefined;
      actions: readonly string[];
      folding: Folding;
      before: PlaceInTimeline | undefined;
      limit: number;
    },
    audit: ReadAudit,
  ): Promise<Moment[] | undefined>;
}
