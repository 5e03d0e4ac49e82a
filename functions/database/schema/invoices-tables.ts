import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  check,
  date,
  index,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { CREDIT_NOTE_REASONS } from '#shared/contract/money-limits.ts';
import { amount, createdAt, updatedAt } from './columns.ts';
import { users } from './users-tables.ts';

/**
 * One row per series, `INV` or `CN`, and year holds the last assigned number; the transaction that writes the document
 * locks it.
 */
export const documentCounters = pgTable(
  'document_counters',
  {
    series: text('series', { enum: ['INV', 'CN'] }).notNull(),
    year: integer('year').notNull(),
    last_number: integer('last_number').notNull(),
  },
  (table) => [primaryKey({ columns: [table.series, table.year] })],
);

export const invoices = pgTable(
  'invoices',
  {
    id: serial('id').primaryKey(),
    invoice_number: text('invoice_number').notNull().unique(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id),
    total_amount: amount('total_amount').notNull().default('0'),
    status: text('status').notNull().default('pending'),
    file_path: text('file_path'),
    file_name: text('file_name'),
    google_drive_file_id: text('google_drive_file_id'),
    /** The shared drive that holds the file; null before the file exists. */
    drive_id: text('drive_id'),
    download_url: text('download_url'),
    /** Buyer and seller as they were on the day of issue. */
    buyer: jsonb('buyer').notNull(),
    supplier: jsonb('supplier').notNull(),
    /** Layout, VAT rate, bank account, due date and reference as issued. */
    terms: jsonb('terms').notNull(),
    due_date: date('due_date').notNull(),
    /** When its PDF first existed: a later one is a copy. */
    first_printed_at: instant('first_printed_at'),
    /** When the permissions of its file were last checked (D7). */
    permissions_checked_at: instant('permissions_checked_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('invoices_user').on(table.user_id, table.created_at),
    // For the invoices of an amount: read from its end, open invoices come first, then the newest.
    index('invoices_total').on(table.total_amount, sql`(${table.status} = 'pending')`, table.id),
    index('invoices_unchecked')
      .on(table.permissions_checked_at.asc().nullsFirst(), table.id)
      .where(sql`${table.google_drive_file_id} is not null`),
  ],
);

export const invoiceItems = pgTable(
  'invoice_items',
  {
    id: serial('id').primaryKey(),
    invoice_id: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    /** For one unit. */
    amount: amount('amount').notNull(),
    quantity: numeric('quantity', { precision: 8, scale: 3 }).notNull().default('1'),
    /** For all units, rounded as issued. */
    line_amount: amount('line_amount').notNull(),
    created_at: createdAt(),
  },
  (table) => [index('invoice_items_invoice').on(table.invoice_id)],
);

/**
 * The days of a service that a line bills (D72). No two living rows of a service overlap, which a constraint of
 * `0003_triggers-and-functions.sql` holds; a repeat is not living. Not a foreign key to the service, which the row
 * outlives.
 */
export const billedServices = pgTable(
  'billed_services',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    service_id: integer('service_id').notNull(),
    item_id: integer('item_id')
      .notNull()
      .references(() => invoiceItems.id, { onDelete: 'cascade' }),
    /** Null, like the last day, for a line about a service that bills no days. */
    from_day: date('from_day'),
    to_day: date('to_day'),
    is_repeat: boolean('is_repeat').notNull().default(false),
    /** The price by which a run computed the line; null for a line by hand. */
    price_per_month: amount('price_per_month'),
    /** The last day of the service, once it is deleted. */
    service_until: date('service_until'),
    /** When the invoice became void, or the days were credited: they are free again. */
    ended_at: instant('ended_at'),
  },
  (table) => [
    // What a credit note by lines frees of a line becomes a row of its own.
    unique('billed_services_item').on(table.item_id, table.from_day).nullsNotDistinct(),
    index('billed_services_service').on(table.service_id, table.from_day),
    check(
      'billed_services_days_check',
      sql`(${table.from_day} is null) = (${table.to_day} is null) and ${table.from_day} <= ${table.to_day}`,
    ),
  ],
);

/** Issued invoices of deleted clients: tax records, without a user and not read by any route (D11). */
export const retainedInvoices = pgTable(
  'retained_invoices',
  {
    id: integer('id').primaryKey(),
    invoice_number: text('invoice_number').notNull().unique(),
    total_amount: amount('total_amount').notNull(),
    status: text('status').notNull(),
    buyer: jsonb('buyer').notNull(),
    supplier: jsonb('supplier').notNull(),
    lines: jsonb('lines').notNull(),
    terms: jsonb('terms').notNull(),
    first_printed_at: instant('first_printed_at'),
    permissions_checked_at: instant('permissions_checked_at'),
    google_drive_file_id: text('google_drive_file_id'),
    drive_id: text('drive_id'),
    created_at: instant('created_at').notNull(),
    delete_after: instant('delete_after').notNull(),
  },
  (table) => [index('retained_invoices_delete_after').on(table.delete_after)],
);

/**
 * What all or a part of an invoice is worth less (D65). It is never undone. Buyer and the VAT status are the invoice's as
 * issued.
 */
export const creditNotes = pgTable(
  'credit_notes',
  {
    id: serial('id').primaryKey(),
    credit_note_number: text('credit_note_number').notNull().unique(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id),
    invoice_id: integer('invoice_id')
      .notNull()
      .references(() => invoices.id),
    /** The entry in the ledger; null for the missing note of an invoice that was voided, whose reversal stands (D66). */
    entry_id: bigint('entry_id', { mode: 'number' }),
    total_amount: amount('total_amount').notNull(),
    /** The VAT in it; null if the invoice was no tax invoice. */
    vat_amount: amount('vat_amount'),
    reason: text('reason', { enum: CREDIT_NOTE_REASONS }).notNull(),
    explanation: text('explanation').notNull(),
    buyer: jsonb('buyer').notNull(),
    supplier: jsonb('supplier').notNull(),
    /** Layout, rate, and the number and date of the invoice. */
    terms: jsonb('terms').notNull(),
    /** Descriptions and amounts; null if it has one amount. */
    lines: jsonb('lines'),
    file_path: text('file_path'),
    file_name: text('file_name'),
    google_drive_file_id: text('google_drive_file_id'),
    drive_id: text('drive_id'),
    download_url: text('download_url'),
    first_printed_at: instant('first_printed_at'),
    permissions_checked_at: instant('permissions_checked_at'),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('credit_notes_user').on(table.user_id, table.created_at),
    index('credit_notes_invoice').on(table.invoice_id),
    uniqueIndex('credit_notes_missing').on(table.invoice_id).where(sql`${table.entry_id} is null`),
    index('credit_notes_unchecked')
      .on(table.permissions_checked_at.asc().nullsFirst(), table.id)
      .where(sql`${table.google_drive_file_id} is not null`),
  ],
);

/** Credit notes of deleted clients, as their invoices (D11). */
export const retainedCreditNotes = pgTable(
  'retained_credit_notes',
  {
    id: integer('id').primaryKey(),
    credit_note_number: text('credit_note_number').notNull().unique(),
    invoice_id: integer('invoice_id').notNull(),
    entry_id: bigint('entry_id', { mode: 'number' }),
    total_amount: amount('total_amount').notNull(),
    vat_amount: amount('vat_amount'),
    reason: text('reason', { enum: CREDIT_NOTE_REASONS }).notNull(),
    explanation: text('explanation').notNull(),
    buyer: jsonb('buyer').notNull(),
    supplier: jsonb('supplier').notNull(),
    terms: jsonb('terms').notNull(),
    lines: jsonb('lines'),
    first_printed_at: instant('first_printed_at'),
    permissions_checked_at: instant('permissions_checked_at'),
    google_drive_file_id: text('google_drive_file_id'),
    drive_id: text('drive_id'),
    created_at: instant('created_at').notNull(),
    delete_after: instant('delete_after').notNull(),
  },
  (table) => [
    index('retained_credit_notes_delete_after').on(table.delete_after),
    index('retained_credit_notes_invoice').on(table.invoice_id),
  ],
);

/**
 * The PDFs as issued of invoices that are void, of living and of deleted clients. They stay on the drive as long as the
 * invoice does, and no route serves them (D55). Not a foreign key, because the invoice moves when its client is deleted.
 */
export const replacedFiles = pgTable('replaced_files', {
  invoice_id: integer('invoice_id').primaryKey(),
  google_drive_file_id: text('google_drive_file_id').notNull(),
  drive_id: text('drive_id'),
  permissions_checked_at: instant('permissions_checked_at'),
});
