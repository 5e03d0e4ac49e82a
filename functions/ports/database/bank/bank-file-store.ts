import type { PageAudit, ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { BankFile, BankLine } from '#shared/contract/bank.ts';
import type { OpenItem } from '#shared/contract/ledger-payments.ts';
import type { BANK_LINE_FILTERS } from '#shared/contract/limits.ts';

export interface Page {
  offset: number;
  limit: number;
}

/** What is known about an account from its files. */
export interface ReadAccount {
  account: string;
  /** The first day whose lines are booked. */
  bookFrom: string;
  /** The last day of its files. */
  readUntil: string;
}

/** A client's open items, and what an amount of the bank would meet. */
export interface LineDebt {
  lineCents: number;
  /** Undefined if there is no such account. */
  client: { balanceCents: number; items: OpenItem[] } | undefined;
}

/** Which lines of a file are listed: all, those of a filter, or one. */
export interface LineChoice {
  state?: (typeof BANK_LINE_FILTERS)[number] | undefined;
  line?: number | undefined;
}

/** Reads the bank's files and their lines (D63). */
export interface BankFileStore {
  /** Lists the files, the newest first, with what is known of each account that has one. */
  list(
    page: Page,
    today: string,
    audit: PageAudit,
  ): Promise<{ files: BankFile[]; total: number; accounts: ReadAccount[]; firstOpenDay: string | null }>;
  find(fileId: number, today: string): Promise<BankFile | undefined>;
  /** Returns a page of a file's lines by day; undefined if there is no such file. */
  listLines(
    fileId: number,
    choice: LineChoice,
    page: Page,
    today: string,
    audit: PageAudit,
  ): Promise<{ lines: BankLine[]; total: number } | undefined>;
  listUnidentified(
    page: Page,
    today: string,
    audit: PageAudit,
  ): Promise<{ lines: BankLine[]; total: number; sumCents: number }>;
  /** Returns the amount of a line and what an account owes; undefined if there is no such line. */
  readDebt(lineId: number, userId: number, limit: number, audit: ReadAudit): Promise<LineDebt | undefined>;
}
