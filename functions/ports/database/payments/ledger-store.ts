import type { AuditEntry, RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Role } from '#shared/contract/fields.ts';
import type { ITEM_KINDS } from '#shared/contract/money-limits.ts';
import type { LedgerEntry } from '#shared/contract/payments/ledger-entries.ts';
import type { PaymentMethod } from '#shared/contract/payments/ledger-payments.ts';

/** What every entry that an administrator writes has. */
interface NewEntry {
  userId: number;
  /** The day, in Johannesburg. */
  date: string;
  audit: RouteAudit;
  /** Text for the client's Recent Activity; null for a client who was deleted. */
  activity: string | null;
  now: Date;
}

/** An invoice, or the opening balance if it names none, and what a payment gives for it. */
export interface NamedInvoice {
  invoiceId: number | null;
  amountCents: number;
}

export interface NewPayment {
  userId: number;
  /** The bank date; the entry stands on the first open day if that is later (D70). */
  date: string;
  amountCents: number;
  method: PaymentMethod;
  reference: string | null;
  note: string | null;
  /** The reversed payment that it records again. */
  replaces: number | null;
  /** The items that it pays first. */
  named: readonly NamedInvoice[];
  /** The administrator. */
  actorId: number;
  /** The record of its audit row; null: the payment. */
  record: string | null;
  /** What its audit row holds beside the amount. */
  changes: Exclude<AuditEntry['changes'], readonly string[] | undefined>;
  /** Text for the client's Recent Activity. */
  activity: string;
  /** True if a mail tells the client. */
  isMailed: boolean;
}

/** What payments that are recorded together have in common. */
export type RecordedWith = Pick<RouteAudit, 'action' | 'address'> & { now: Date };

export interface RecordedPayment {
  paymentId: number;
  /** The day on which it stands. */
  date: string;
  /** The administrator's name. */
  writtenBy: string | null;
  /** What it gives named items above what is due of them, which `recover` takes out of their write-offs. */
  recoveredCents: number;
}

/** A named invoice that cannot be paid so: its place among the payment's named ones, and why. */
export interface RefusedName {
  position: number;
  invoiceId: number | null;
  reason: 'missing' | 'void' | 'above-due';
  dueCents: number;
  writtenOffCents: number;
}

/** The payments in their order, or, if a name of any is refused, the refused names and no payment. */
export interface RecordedPayments<Payment extends NewPayment> {
  recorded: (RecordedPayment & { payment: Payment })[];
  refused: (RefusedName & { payment: Payment })[];
}

/** An item that an allocation paid. */
export interface Allocated {
  kind: (typeof ITEM_KINDS)[number];
  invoiceId: number | null;
  invoiceNumber: string | null;
  amountCents: number;
}

/** The balance that an import brought, and what corrections have made of it. */
export interface Opening {
  id: number;
  date: string;
  importedCents: number;
  balanceCents: number;
}

export interface Settlement {
  /**
   * The day of the new allocations. Null: the later of the dates of both. Today where a void, reversal, refund or
   * correction freed credit or opened an item (D53).
   */
  on: string | null;
  /** Allocations of one credit, a payment or a credit note, that come before the oldest items. */
  named?: { creditId: number; invoices: readonly NamedInvoice[] };
}

/** An item of the account that is written off or taken back: an invoice, or the opening balance if it names none. */
export interface WrittenOffItem {
  invoiceId: number | null;
}

export interface LockedAccount {
  userId: number;
  role: Role;
  /** The day of the imported balance, which never changes; null without one. */
  openingDate: string | null;
}

/** Money for an invoice of a deleted client. */
export interface RetainedRecovery {
  invoiceId: number;
  /** The bank date; the entries stand on the first open day if that is later (D70). */
  date: string;
  amountCents: number;
  method: PaymentMethod;
  reference: string | null;
  audit: RouteAudit & Pick<AuditEntry, 'changes'>;
  now: Date;
}

/** What a write-off found: the entry, or what was due of the item if it could not be written off. */
export type WriteOff = { entry: LedgerEntry } | { dueCents: number };

/**
 * The writes of money. Each transaction locks the account first, in a call of its own, because a statement that locks
 * and reads in one sees the rows from before it waited (D62). It ends with `settle`.
 */
export interface LedgerStore {
  /** Locks an account until the transaction ends, and returns its role; undefined if there is none. */
  lock(userId: number): Promise<Role | undefined>;
  /** Locks accounts until the transaction ends, in the order of their ids, and returns those that exist. */
  lockAll(userIds: readonly number[]): Promise<LockedAccount[]>;
  /** Locks the accounts of deleted clients until the transaction ends, in the order of their ids. */
  lockClosed(userIds: readonly number[]): Promise<void>;
  /** Locks the account of an invoice until the transaction ends; undefined if there is no such invoice. */
  lockAccountOfInvoice(invoiceId: number): Promise<number | undefined>;
  /** Finds the account of an invoice, without a lock. */
  findAccountOfInvoice(invoiceId: number): Promise<number | undefined>;
  /** Finds the account and the amount of a payment, also of one that was reversed, without a lock. */
  findAccountOfPayment(paymentId: number): Promise<{ userId: number; amountCents: number } | undefined>;
  /** Records payments with their audit rows and activities and one mail for each client, unless a name is refused. */
  recordPayments<Payment extends NewPayment>(
    payments: readonly Payment[],
    by: RecordedWith,
  ): Promise<RecordedPayments<Payment>>;
  /** Ends all allocations of which a payment is the credit, or an invoice the debt. */
  endAllocations(item: { paymentId: number } | { invoiceId: number }, today: string): Promise<void>;
  /**
   * Ends the newest allocations on an invoice by payments and the opening balance until this much more is due. One that
   * is ended for a part is written again for the rest.
   */
  freeInvoice(invoiceId: number, amountCents: number, today: string): Promise<void>;
  /**
   * Reverses a payment and returns the entry; undefined if it is not the account's, was reversed before, or came from a
   * line of the bank and `isOfLine` does not say so.
   */
  reversePayment(
    entry: NewEntry & {
      paymentId: number;
      reason: string;
      bankDate: string;
      isOfLine?: boolean;
      /** False if the entry that takes its place is audited. */
      isAudited?: boolean;
    },
  ): Promise<number | undefined>;
  /** Takes an invoice out of the account, after the caller made it void. */
  reverseInvoice(
    invoiceId: number,
    today: string,
    by: { adminId: number; reason: string | null; now: Date },
  ): Promise<void>;
  /** Records a refund; undefined if the account has less credit. */
  refund(
    entry: NewEntry & { amountCents: number; method: PaymentMethod; reason: string; bankDate: string },
  ): Promise<LedgerEntry | undefined>;
  /** Finds the opening balance of an account; undefined if none was imported. */
  findOpening(userId: number): Promise<Opening | undefined>;
  /** Finds a reversed payment of the account; undefined if the account has no such payment. */
  findReversed(
    userId: number,
    paymentId: number,
  ): Promise<{ bankDate: string; isRecordedAgain: boolean } | undefined>;
  /** Changes an opening balance, after ending the newest of its allocations that it no longer covers. */
  correct(entry: NewEntry & { openingId: number; amountCents: number; reason: string }): Promise<LedgerEntry>;
  /** Takes out of the write-offs of named items what a payment gives for them above what is due (D65). */
  recover(
    entry: Omit<NewEntry, 'date' | 'activity'> & { paymentId: number; named: readonly NamedInvoice[] },
  ): Promise<void>;
  /** Writes an amount of an item off, unless it is above what is due. */
  writeOff(
    entry: Omit<NewEntry, 'activity'> & {
      item: WrittenOffItem;
      amountCents: number;
      reason: string;
      collection: string;
    },
  ): Promise<WriteOff>;
  /**
   * Writes off all that an account owes, or what is open of that of a deleted client, and returns how much it was. The
   * audit log gets one row.
   */
  writeOffAll(
    entry: Omit<NewEntry, 'activity'> & { reason: string; collection: string | null; isClosed?: boolean },
  ): Promise<number>;
  /** Takes back all that is written off of an item; undefined if nothing is. */
  undoWriteOff(
    entry: Omit<NewEntry, 'activity'> & { item: WrittenOffItem; reason: string },
  ): Promise<LedgerEntry | undefined>;
  /**
   * Locks the account of a deleted client by an invoice until the transaction ends, and returns the day of that account's imported
   * balance; undefined if no such invoice is retained.
   */
  lockRetainedInvoice(
    invoiceNumber: string,
  ): Promise<{ invoiceId: number; openingDate: string | null } | undefined>;
  /** Finds the OW number of the client who has this invoice; undefined if no client has it. */
  findClientOfInvoice(invoiceNumber: string): Promise<string | undefined>;
  /**
   * Records a payment that recovers a part of a locked retained invoice and pays it, unless it is above what is written
   * off.
   */
  recoverRetained(
    recovery: RetainedRecovery,
  ): Promise<{ paymentId: number; stillWrittenOffCents: number } | { writtenOffCents: number }>;
  /**
   * Pays the account's open items from its free credit, the oldest first, and returns what it allocated (D53, D62).
   */
  settle(userId: number, settlement: Settlement): Promise<Allocated[]>;
}
