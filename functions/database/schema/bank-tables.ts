import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { BANK_FILE_FORMATS, RECEIPT_KINDS } from '#shared/contract/bank/bank-limits.ts';
import { BANK_LINE_STATES } from '#shared/contract/bank/line-states.ts';
import { amount, createdAt } from './columns.ts';
import { ledgerEntries } from './ledger-tables.ts';

/** The bank's files that were read (D63). Amounts of rows that are no line are kept here, so that each file ties. */
export const bankFiles = pgTable(
  'bank_files',
  {
    id: serial('id').primaryKey(),
    file_name: text('file_name').notNull(),
    format: text('format', { enum: BANK_FILE_FORMATS }).notNull(),
    bank: text('bank').notNull(),
    /** The digits of the account that received the money. */
    account: text('account').notNull(),
    /** The words of the header, by which account and columns are remembered. */
    header: text('header').notNull(),
    /** Sentences about the file that refused nothing. */
    notes: jsonb('notes').notNull().default([]),
    /** The columns as an administrator named them; null for a bank whose files are known. */
    mapping: jsonb('mapping'),
    from_day: date('from_day').notNull(),
    to_day: date('to_day').notNull(),
    /** The first day whose lines are booked. */
    book_from: date('book_from').notNull(),
    /** Null for a file without balances. */
    opening: amount('opening'),
    closing: amount('closing'),
    /** Rows that are no line, such as money out, and the sum of their amounts with their signs. */
    skipped: integer('skipped').notNull(),
    skipped_amount: amount('skipped_amount').notNull(),
    /** The sum of the fee column. */
    fees: amount('fees').notNull(),
    /** Lines that an earlier file brought, and the sum of their amounts with their signs. */
    duplicates: integer('duplicates').notNull(),
    duplicates_amount: amount('duplicates_amount').notNull(),
    /**
     * What the rows moved on each day, so that a month can be reconciled whatever days its files have: rows that are no
     * line, such as money out, are not kept themselves.
     */
    days: jsonb('days').notNull().default([]),
    uploaded_by: integer('uploaded_by').notNull(),
    created_at: createdAt(),
  },
  (table) => [
    check(
      'bank_files_format_check',
      sql`${table.format} in (${sql.raw(BANK_FILE_FORMATS.map((format) => `'${format}'`).join(', '))})`,
    ),
    index('bank_files_account').on(table.account, table.id),
  ],
);

/** The money that came in by a bank account, and what the bank took back: a row a line of a file (D63). */
export const bankLines = pgTable(
  'bank_lines',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    file_id: integer('file_id')
      .notNull()
      .references(() => bankFiles.id, { onDelete: 'cascade' }),
    account: text('account').notNull(),
    date: date('date').notNull(),
    /** Empty once an ignored line is a year old. */
    description: text('description').notNull(),
    reference: text('reference'),
    /** Below 0 for a payment that the bank returned. */
    amount: amount('amount').notNull(),
    /** The account's balance after the line; null in a file without balances. */
    balance: amount('balance'),
    /** A hash of the description without case and spaces, or in OFX of the bank's own number of the line. */
    words: text('words').notNull(),
    /** Its place among the lines of that day that are equal otherwise, from 1. */
    place: integer('place').notNull(),
    /** Orders the lines of a file, the oldest first. */
    position: integer('position').notNull(),
    /** The line of a file of the other format that it is the same as, as far as day and amount tell. */
    same_as: bigint('same_as', { mode: 'number' }).references((): AnyPgColumn => bankLines.id, {
      onDelete: 'set null',
    }),
    state: text('state', { enum: BANK_LINE_STATES }).notNull(),
    /** Who paid, in the bank's words; null if that names nobody. */
    payer: text('payer'),
    /** Where it may already be booked, in words, and by which payment if it was typed by hand. */
    perhaps: text('perhaps'),
    perhaps_payment_id: bigint('perhaps_payment_id', { mode: 'number' }).references(() => ledgerEntries.id),
    /** What the bank kept of the payments that the line joins. */
    fee: amount('fee').notNull().default('0'),
    /** The day of the fee in the books, which was open when the line was joined (D70); null without a fee. */
    fee_date: date('fee_date'),
    /** The administrator who wants it booked with the other certain lines; null once it was tried. */
    ordered_by: integer('ordered_by'),
    /** The administrator who booked or ignored it. */
    decided_by: integer('decided_by'),
    decided_at: instant('decided_at'),
  },
  (table) => [
    check(
      'bank_lines_state_check',
      sql`${table.state} in (${sql.raw(BANK_LINE_STATES.map((state) => `'${state}'`).join(', '))})`,
    ),
    // A known line is never stored again.
    unique('bank_lines_identity')
      .on(table.account, table.date, table.amount, table.balance, table.words, table.place)
      .nullsNotDistinct(),
    index('bank_lines_file').on(table.file_id, table.date, table.id),
    index('bank_lines_state').on(table.state, table.date, table.id),
    index('bank_lines_payer').on(table.payer),
    index('bank_lines_same_as').on(table.same_as).where(sql`${table.same_as} is not null`),
    index('bank_lines_words').on(table.words, table.date),
    index('bank_lines_ordered').on(table.file_id, table.id).where(sql`${table.ordered_by} is not null`),
  ],
);

/** The lines of earlier files that a file brought again. Such a line keeps its own file from being taken back (D63). */
export const bankKnownLines = pgTable(
  'bank_known_lines',
  {
    file_id: integer('file_id')
      .notNull()
      .references(() => bankFiles.id, { onDelete: 'cascade' }),
    line_id: bigint('line_id', { mode: 'number' })
      .notNull()
      .references(() => bankLines.id),
  },
  (table) => [
    primaryKey({ columns: [table.file_id, table.line_id] }),
    index('bank_known_lines_line').on(table.line_id),
  ],
);

/** The clients, or the payments that the bank returned, that an open line may be about; the likeliest first. */
export const bankProposals = pgTable(
  'bank_proposals',
  {
    line_id: bigint('line_id', { mode: 'number' })
      .notNull()
      .references(() => bankLines.id, { onDelete: 'cascade' }),
    place: integer('place').notNull(),
    /** The trigger that retains the ledger of a deleted client deletes the row. */
    user_id: integer('user_id').notNull(),
    /** The payment that a returned line would reverse. */
    payment_id: bigint('payment_id', { mode: 'number' }).references(() => ledgerEntries.id),
    /** Sentences for the administrator. */
    reasons: jsonb('reasons').notNull(),
    /** True if only what anybody may type into a profile speaks for the client. */
    is_by_words: boolean('is_by_words').notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.line_id, table.place] }),
    index('bank_proposals_user').on(table.user_id),
  ],
);

/** The entries that a line booked, joined or reversed. A row ends when the line is opened again. */
export const bankBookings = pgTable(
  'bank_bookings',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    line_id: bigint('line_id', { mode: 'number' })
      .notNull()
      .references(() => bankLines.id),
    entry_id: bigint('entry_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerEntries.id),
    /** 'joined' for a payment that was recorded before the line was known. */
    kind: text('kind', { enum: ['payment', 'joined', 'reversal'] }).notNull(),
    created_at: createdAt(),
    ended_at: instant('ended_at'),
    /** True if it was booked by typed words alone for an account without an entry, which a refund says (D63). */
    is_by_words: boolean('is_by_words').notNull().default(false),
  },
  (table) => [
    index('bank_bookings_line').on(table.line_id),
    index('bank_bookings_ended').on(table.entry_id).where(sql`${table.ended_at} is not null`),
    // No entry belongs to two lines.
    uniqueIndex('bank_bookings_entry').on(table.entry_id).where(sql`${table.ended_at} is null`),
  ],
);

/**
 * Money that nobody can place yet (D63): what came in, what was moved to a client or back to its line, what was sent
 * back. Rows are never changed.
 */
export const unidentifiedReceipts = pgTable(
  'unidentified_receipts',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    line_id: bigint('line_id', { mode: 'number' })
      .notNull()
      .references(() => bankLines.id),
    kind: text('kind', { enum: RECEIPT_KINDS }).notNull(),
    /** Above 0 if it came in. */
    amount: amount('amount').notNull(),
    date: date('date').notNull(),
    bank_date: date('bank_date').notNull(),
    reason: text('reason'),
    written_by: integer('written_by').notNull(),
    /** The administrator's name at that time; it outlasts the account (D70). */
    written_by_name: text('written_by_name'),
    created_at: createdAt(),
  },
  (table) => [
    check(
      'unidentified_receipts_kind_check',
      sql`${table.kind} in (${sql.raw(RECEIPT_KINDS.map((kind) => `'${kind}'`).join(', '))})`,
    ),
    index('unidentified_receipts_line').on(table.line_id),
    index('unidentified_receipts_date').on(table.date, table.amount),
  ],
);
