import type {
  AuditEntry,
  PageAudit,
  ReadAudit,
  RouteAudit,
} from '#functions/ports/database/system/journal-store.ts';
import type { BankFile, BankMapping } from '#shared/contract/bank/bank-files.ts';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import type { BANK_LINE_FILTERS } from '#shared/contract/bank/line-states.ts';
import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import type { MatchProposal } from './bank-match-store.ts';

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
  description: string;
  reference: string | null;
  /** True for the account of a deleted client. */
  isClosed: boolean;
  /** Undefined if there is no such account. */
  client: { balanceCents: number; items: OpenItem[] } | undefined;
}

/** Which lines of a file are listed: all, those of a filter, or one. */
export interface LineChoice {
  state?: (typeof BANK_LINE_FILTERS)[number] | undefined;
  line?: number | undefined;
}

/** What an administrator chose for files with the same header. */
export interface RememberedHeader {
  /** Null if the files were of several accounts. */
  account: string | null;
  /** Of the newest file; null for a bank whose columns are known. */
  mapping: BankMapping | null;
}

interface LineIdentity {
  date: string;
  amountCents: number;
  balanceCents: number | null;
  words: string;
  place: number;
  /** Orders the lines of a file, the oldest first. */
  position: number;
}

export interface RecognisedLine {
  /** The line of an earlier file that it is. */
  knownId: number | null;
  /** The line of a file of the other format with which it makes a pair: day and amount are the same. */
  sameAs: number | null;
  /** The day of another file that may have brought it, unless it is known. */
  seenInFileOf: string | null;
}

export interface NewBankLine extends LineIdentity {
  description: string;
  reference: string | null;
  state: BankLine['state'];
  payer: string | null;
  perhaps: string | null;
  perhapsPaymentId: number | null;
  sameAs: number | null;
  /** The likeliest first. */
  proposals: readonly MatchProposal[];
}

/** What the rows of a day moved, pending ones left out. */
export interface FileDay {
  day: string;
  /** All rows, and those that become no line. */
  rows: number;
  otherRows: number;
  /** What all rows moved, less the fee column. */
  movedCents: number;
  otherCents: number;
  feeCents: number;
  /** The balance at the end of the day; null if the file says no balance. */
  balanceCents: number | null;
}

export interface NewBankFile {
  fileName: string;
  format: BankFile['format'];
  bank: string;
  account: string;
  header: string;
  notes: readonly string[];
  mapping: BankMapping | null;
  from: string;
  to: string;
  bookFrom: string;
  openingCents: number | null;
  closingCents: number | null;
  skipped: number;
  skippedCents: number;
  feeCents: number;
  days: readonly FileDay[];
  /** The lines that earlier files brought, which this one brings again, and the sum of their amounts. */
  knownIds: readonly number[];
  duplicateCents: number;
  audit: AuditEntry & RouteAudit;
}

/** Reads the bank's files and their lines, and stores new ones (D63). */
export interface BankFileStore {
  /** Lists the files, the newest first, with what is known of each account that has one. */
  list(
    page: Page,
    today: string,
    audit: PageAudit,
  ): Promise<{ files: BankFile[]; total: number; accounts: ReadAccount[]; firstOpenDay: string | null }>;
  find(fileId: number, today: string): Promise<BankFile | undefined>;
  findOfLine(lineId: number, today: string): Promise<BankFile | undefined>;
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
  /** Returns a line's amount and words and what an account owes or may still pay; undefined if there is no such line. */
  readDebt(lineId: number, userId: number, limit: number, audit: ReadAudit): Promise<LineDebt | undefined>;

  /** Finds what was chosen for the files with this header. */
  findHeader(header: string): Promise<RememberedHeader | undefined>;
  /** Makes other uploads for the account wait until this transaction ends. */
  lockAccount(account: string): Promise<void>;
  /**
   * Returns the first day whose lines are booked, null before the first file, the first open day of the books, and the
   * last day and the balance of the account's latest file.
   */
  readAccount(account: string): Promise<{
    bookFrom: string | null;
    firstOpenDay: string | null;
    readUntil: string | null;
    closingCents: number | null;
  }>;
  /** Says of each line what earlier files brought, in the same order. */
  recognise(
    account: string,
    brought: Pick<NewBankFile, 'format'> & {
      lines: readonly (LineIdentity & Pick<NewBankLine, 'reference'>)[];
    },
  ): Promise<RecognisedLine[]>;
  /** Stores a file with its audit row, and returns its id. */
  addFile(file: NewBankFile): Promise<number>;
  /** Ignores the open lines that make a pair with one of a file of the other format, with an audit row. */
  ignoreSame(fileId: number, audit: AuditEntry & RouteAudit, now: Date): Promise<void>;
  addLines(fileId: number, account: string, lines: readonly NewBankLine[]): Promise<void>;
}
