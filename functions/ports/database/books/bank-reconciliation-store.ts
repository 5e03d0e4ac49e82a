import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import type { PageAudit, ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { ReconciliationItem, ReconciliationList } from '#shared/contract/books/bank-reconciliation.ts';

/** What the files of an account say about a period. */
export interface StatedAccount {
  number: string;
  files: { id: number; fileName: string; from: string; to: string }[];
  wasRead: boolean;
  /** The first day of the files if it is within the period and none is known before it. */
  begins: string | null;
  /** The last day of the period, or the last one before it that a file covers; null if none does. */
  until: string | null;
  gaps: { after: string; before: string; differenceCents: number | null }[];
  lacksBalances: boolean;
  openingCents: number | null;
  closingCents: number | null;
}

export interface ReconciledPeriod {
  accounts: StatedAccount[];
  /** The sums of the items, without an account for receipts of the books. */
  sums: { row: ReconciliationList; account: string | null; cents: number }[];
  isClosed: boolean;
}

/** An item with the row and the account that it belongs to. */
export interface ListedItem extends Omit<ReconciliationItem, 'amount'> {
  row: ReconciliationList;
  account: string | null;
  cents: number;
}

/** Reads what the bank's files and the books say about the same money (D63). */
export interface BankReconciliationStore {
  /** Sums a period for these accounts and those whose files have days of it. */
  readPeriod(
    accounts: readonly string[],
    period: Period,
    audit: ReadAudit | undefined,
  ): Promise<ReconciledPeriod>;
  /** Lists the items of a row by day, or of all rows by account and row, and counts all. */
  listItems(
    accounts: readonly string[],
    period: Period,
    chosen: { row: ReconciliationList; account: string | null } | undefined,
    page: { offset: number; limit: number },
    audit: PageAudit | undefined,
  ): Promise<{ items: ListedItem[]; total: number }>;
}
