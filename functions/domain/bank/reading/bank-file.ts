import type { FileDay } from '#functions/ports/database/bank/bank-file-store.ts';
import type { BANK_ROW_FATES } from '#shared/contract/bank/bank-limits.ts';

/** Separates the texts of several columns; no OW or invoice number contains it. */
export const BETWEEN_COLUMNS = ' / ';

/** A row of a bank's file that becomes a line. */
export interface FileRow {
  /** Its place in the file, from 1, as a spreadsheet counts. */
  row: number;
  /** '2026-11-27' */
  date: string;
  description: string;
  reference: string | null;
  /** Above 0 for money in, below 0 for a payment that the bank returned. */
  amountCents: number;
  /** The account's balance after the row; null in a file without balances. */
  balanceCents: number | null;
  /** The number that the bank itself gave the row (FITID); a CSV has none. */
  bankNumber?: string | undefined;
}

/** A row of a file that moves money, with what becomes of it. */
export interface ShownRow extends Pick<FileRow, 'date' | 'description' | 'reference' | 'amountCents'> {
  becomes: (typeof BANK_ROW_FATES)[number];
}

/** The account that a file names: one of those that receive money, another one, or none. */
export type FoundAccount = { kind: 'own' | 'other'; number: string } | { kind: 'none' };

/** What a bank's file says. With balances, opening + rows + skipped − fees is the closing balance. */
export interface BankFile {
  format: 'csv' | 'ofx';
  /** 'Other' if the columns were chosen by hand. */
  bank: string;
  account: FoundAccount;
  /** The words of the header, by which chosen columns are remembered. */
  header: string;
  rows: FileRow[];
  /** Every row that moves money, pending ones too, in the order of the file. */
  shown: ShownRow[];
  /** Rows that become no line: money out, and rows that move no money. */
  skipped: { count: number; cents: number };
  /** The sum of the fee column; 0 if the balances show that it is contained in the amounts or charged later. */
  feeCents: number;
  /** What it moved on each of its days. */
  days: FileDay[];
  openingCents: number | null;
  closingCents: number | null;
  from: string;
  to: string;
  /** Sentences about the file that refuse nothing. */
  notes: string[];
  /** True if each row has a balance that follows from the one before. */
  hasBalances: boolean;
}
