import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { StillPayable } from '#shared/contract/debtors/ledger-statements.ts';
import type { EntryKind } from '#shared/contract/payments/ledger-entries.ts';
import type { PaymentMethod } from '#shared/contract/payments/ledger-payments.ts';

export interface Period {
  /** The first and the last day. */
  from: string;
  to: string;
}

/** The amount owed, by age, in cents (D64). */
export interface AgeingCents {
  notDue: number;
  days30: number;
  days60: number;
  days90: number;
  older: number;
}

/** An account as it was on the last day of a period, by the entries and allocations up to that day. */
export interface AccountOnDay {
  OWNumber: string;
  /** The balance before the first day; above 0 in the client's favour. */
  openingCents: number;
  ageing: AgeingCents;
  creditCents: number;
  stillPayable: StillPayable;
  /** The id of the newest entry that was read, 0 if there is none. Entries that are written later have higher ids. */
  newestId: number;
}

export interface StatementEntry {
  id: number;
  date: string;
  kind: EntryKind;
  number: string | null;
  method: PaymentMethod | null;
  reference: string | null;
  reason: string | null;
  /** The kind of the entry that was reversed. */
  reversedKind: EntryKind | null;
  amountCents: number;
}

/** An entry with what its line of a statement says besides. */
export interface LineEntry extends StatementEntry {
  /** Of an invoice. */
  dueDate: string | null;
  /** The day on which the bank moved the money, if it is another one. */
  bankDate: string | null;
  /** What a payment had paid on the last day: numbers, or the kinds of what has none. */
  paidFor: readonly string[];
}

/** The place of an entry in a statement. */
export type EntryPlace = Pick<StatementEntry, 'date' | 'id'>;

export interface StatementStore {
  /**
   * Reads an account on the last day of a period, with what it owes by its age on the day `ageOn`, and the first entries
   * of the period by date and id; undefined if there is no such user. With `audit` the reading is written to the audit
   * log.
   */
  read(
    userId: number,
    period: Period,
    page: { ageOn: string; limit: number },
    audit?: ReadAudit,
  ): Promise<(AccountOnDay & { entries: LineEntry[] }) | undefined>;
  /** Lists the entries of a period behind `after`, without those that are newer than `newestId`. */
  listEntries(
    userId: number,
    period: Period,
    page: { after: EntryPlace; newestId: number; limit: number },
  ): Promise<LineEntry[]>;
}
