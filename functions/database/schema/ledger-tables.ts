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
  numeric,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { RECEIPT_KINDS } from '#shared/contract/bank/bank-limits.ts';
import { ENTRY_KINDS, ITEM_KINDS, PAYMENT_METHODS } from '#shared/contract/money-limits.ts';
import { amount, createdAt } from './columns.ts';

const listOf = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '));

/** A sum of many items, which may be larger than one amount. */
const sumOfItems = (name: string) => numeric(name, { precision: 18, scale: 2 }).notNull();

/**
 * The ledger (D53): one row for each event of an account. A positive amount is in the client's favour. Rows are never
 * changed, and they outlast the account (D11), so nothing refers to `users`.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /**
     * The entry that began the item to which this one belongs: itself, or the one that it reverses or corrects. A
     * trigger sets it to the row's own id if none is given.
     */
    item_id: bigint('item_id', { mode: 'number' })
      .notNull()
      .references((): AnyPgColumn => ledgerEntries.id),
    user_id: integer('user_id').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    date: date('date').notNull(),
    amount: amount('amount').notNull(),
    /** The day on which the bank moved the money, of a payment, refund or returned payment (D70). */
    bank_date: date('bank_date'),
    due_date: date('due_date'),
    /** The invoice, or the one that a credit note corrects. */
    invoice_id: integer('invoice_id'),
    /**
     * The VAT in the amount, with its sign, and the supplier's VAT number as on the invoice; null if it was no tax
     * invoice. Those of an invoice are given, a trigger sets those of the entries about it.
     */
    vat: amount('vat'),
    vat_number: text('vat_number'),
    /** The number of the document as printed. */
    number: text('number'),
    method: text('method', { enum: PAYMENT_METHODS }),
    /** The administrator; null if the portal wrote it. */
    written_by: integer('written_by'),
    /** The administrator's name at that time, which a trigger sets; it outlasts the account (D70). */
    written_by_name: text('written_by_name'),
    created_at: createdAt(),
    /** The reversed payment that this one replaces. */
    replaces: bigint('replaces', { mode: 'number' }).references((): AnyPgColumn => ledgerEntries.id),
  },
  (table) => [
    check('ledger_entries_kind_check', sql`${table.kind} in (${listOf(ENTRY_KINDS)})`),
    check('ledger_entries_method_check', sql`${table.method} in (${listOf(PAYMENT_METHODS)})`),
    uniqueIndex('ledger_entries_opening').on(table.user_id).where(sql`${table.kind} = 'opening'`),
    uniqueIndex('ledger_entries_invoice').on(table.invoice_id).where(sql`${table.kind} = 'invoice'`),
    uniqueIndex('ledger_entries_reversal').on(table.item_id).where(sql`${table.kind} = 'reversal'`),
    uniqueIndex('ledger_entries_replaces').on(table.replaces).where(sql`${table.replaces} is not null`),
    index('ledger_entries_credit_notes').on(table.invoice_id).where(sql`${table.kind} = 'credit-note'`),
    index('ledger_entries_account').on(table.user_id, table.date, table.id),
    // The entries and sums of a period read this index.
    index('ledger_entries_date').on(table.date, table.id, table.kind, table.amount),
    // The month's sums of issued, void and credited invoices are read from this index alone.
    index('ledger_entries_invoiced')
      .on(table.date, table.kind, table.amount)
      .where(sql`${table.kind} in ('invoice', 'reversal', 'credit-note')`),
    // What was written off or recovered and still waits for the return of its invoice, of any day.
    index('ledger_entries_written_off')
      .on(table.date)
      .where(
        sql`${table.kind} in ('write-off', 'write-off-reversal', 'recovery') and ${table.vat_number} is not null`,
      ),
    // The month's sums of payments are read from this index alone.
    index('ledger_entries_received').on(table.date, table.amount).where(sql`${table.kind} = 'payment'`),
  ],
);

/**
 * The text that a person wrote beside an entry. It is kept as long as the entry; the note ends with the account
 * (D11).
 */
export const entryNotes = pgTable('entry_notes', {
  entry_id: bigint('entry_id', { mode: 'number' })
    .primaryKey()
    .references(() => ledgerEntries.id),
  reference: text('reference'),
  /** For administrators only. */
  note: text('note'),
  reason: text('reason'),
  /** What was done to collect a debt before it was written off. */
  collection: text('collection'),
});

/**
 * What an account's items are now. Triggers keep it from the entries and allocations, and the checks hold that nothing
 * is paid twice. An item is named by its first entry.
 */
export const ledgerItems = pgTable(
  'ledger_items',
  {
    id: bigint('id', { mode: 'number' })
      .primaryKey()
      .references(() => ledgerEntries.id),
    user_id: integer('user_id').notNull(),
    kind: text('kind', { enum: ITEM_KINDS }).notNull(),
    date: date('date').notNull(),
    due_date: date('due_date'),
    invoice_id: integer('invoice_id'),
    number: text('number'),
    /** The sum of its entries. */
    amount: amount('amount').notNull(),
    /** The sum of its entries that write it off, take that back or recover it (D65). */
    written_off: amount('written_off').notNull().default('0'),
    /** The sum of the credit notes of an invoice. */
    credited: amount('credited').notNull().default('0'),
    /** The sum of the allocations of which it is the credit, and of those of which it is the debt. */
    used: amount('used').notNull().default('0'),
    paid: amount('paid').notNull().default('0'),
    free: numeric('free', { precision: 12, scale: 2 })
      .notNull()
      .generatedAlwaysAs(sql`greatest(amount, 0) - used`),
    due: numeric('due', { precision: 12, scale: 2 })
      .notNull()
      .generatedAlwaysAs(sql`greatest(-amount, 0) - paid`),
    /** The day from which its age is counted (D64). */
    age_date: date('age_date').notNull().generatedAlwaysAs(sql`coalesce(due_date, date)`),
    /** True once the account is deleted: nobody owes it any more, and only totals count it (D11). */
    is_retained: boolean('is_retained').notNull().default(false),
  },
  (table) => [
    check('ledger_items_used_check', sql`${table.used} between 0 and greatest(${table.amount}, 0)`),
    check('ledger_items_paid_check', sql`${table.paid} between 0 and greatest(-${table.amount}, 0)`),
    check('ledger_items_written_off_check', sql`${table.written_off} >= 0`),
    uniqueIndex('ledger_items_invoice').on(table.invoice_id),
    uniqueIndex('ledger_items_opening').on(table.user_id).where(sql`${table.kind} = 'opening'`),
    // The newest payment of each debtor is found in this index.
    index('ledger_items_account').on(table.user_id, table.kind, table.date, table.amount),
    index('ledger_items_due')
      .on(table.user_id, table.age_date, table.due)
      .where(sql`${table.due} > 0 and not ${table.is_retained}`),
    // The clients who are overdue.
    index('ledger_items_age')
      .on(table.age_date, table.user_id)
      .where(sql`${table.due} > 0 and not ${table.is_retained}`),
    index('ledger_items_free')
      .on(table.user_id, table.free)
      .where(sql`${table.free} > 0 and not ${table.is_retained}`),
    // The accounts that were deleted.
    index('ledger_items_retained').on(table.user_id).where(sql`${table.is_retained}`),
  ],
);

/**
 * What pays what: an amount of a credit for a debt, on a day. A row is never changed; a second row with a minus ends it.
 */
export const ledgerAllocations = pgTable(
  'ledger_allocations',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    user_id: integer('user_id').notNull(),
    credit_id: bigint('credit_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerItems.id),
    debt_id: bigint('debt_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerItems.id),
    amount: amount('amount').notNull(),
    date: date('date').notNull(),
    /** The allocation that this row ends. */
    ends: bigint('ends', { mode: 'number' })
      .unique('ledger_allocations_ends')
      .references((): AnyPgColumn => ledgerAllocations.id),
    created_at: createdAt(),
  },
  (table) => [
    check(
      'ledger_allocations_sign_check',
      sql`case when ${table.ends} is null then ${table.amount} > 0 else ${table.amount} < 0 end`,
    ),
    index('ledger_allocations_credit').on(table.credit_id, table.id),
    index('ledger_allocations_debt').on(table.debt_id, table.id),
    index('ledger_allocations_account').on(table.user_id, table.date),
    // What a past day looked like is read back from now by the allocations since then.
    index('ledger_allocations_date').on(table.date),
  ],
);

export const PURGED_KINDS = [
  ...ENTRY_KINDS,
  'missing-credit-note',
  'free-credit',
  ...RECEIPT_KINDS.map((kind) => `unidentified-${kind}` as const),
] as const;

/**
 * What a month's rows summed to that the purge has deleted (D11): entries by their kind, credit notes without an entry,
 * changes of the free credit, and unidentified receipts. It holds no account, and only the purge writes it.
 */
export const purgedSums = pgTable(
  'purged_sums',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    /** The last day of the month. */
    date: date('date').notNull(),
    kind: text('kind', { enum: PURGED_KINDS }).notNull(),
    /** Reversals of payments are below 0, and those of invoices are not. */
    is_negative: boolean('is_negative').notNull(),
    vat_number: text('vat_number'),
    /** True for what is on no row of the VAT report, such as a voided invoice that has a credit note. */
    is_unreported: boolean('is_unreported').notNull().default(false),
    /** The last day of the invoice's month, or of its filed tax period, of what is written off or recovered with VAT. */
    invoice_date: date('invoice_date'),
    count: integer('count').notNull(),
    amount: amount('amount').notNull(),
    vat: amount('vat'),
    created_at: createdAt(),
  },
  (table) => [
    check('purged_sums_kind_check', sql`${table.kind} in (${listOf(PURGED_KINDS)})`),
    // A later purge adds to the row, so that no row is of one account for long.
    unique('purged_sums_row')
      .on(
        table.date,
        table.kind,
        table.is_negative,
        table.vat_number,
        table.is_unreported,
        table.invoice_date,
      )
      .nullsNotDistinct(),
  ],
);

/**
 * The months that were closed (D70). Everything up to the last day of a row that was not opened again is closed. The
 * figures are stored after the day is committed, when they can no longer change.
 */
export const bookClosings = pgTable(
  'book_closings',
  {
    id: serial('id').primaryKey(),
    last_day: date('last_day').notNull(),
    closed_at: instant('closed_at').notNull(),
    /** Null if an operator closed it again after a restore. */
    closed_by: integer('closed_by'),
    /** The names at that time, which outlast the accounts. */
    closed_by_name: text('closed_by_name'),
    totals: jsonb('totals'),
    ageing: jsonb('ageing'),
    vat: jsonb('vat'),
    opened_at: instant('opened_at'),
    opened_by: integer('opened_by'),
    opened_by_name: text('opened_by_name'),
    reason: text('reason'),
  },
  (table) => [uniqueIndex('book_closings_living').on(table.last_day).where(sql`${table.opened_at} is null`)],
);

/**
 * The age analysis that a closing stored (D70): who owed or had credit at the end of the month, with the names of then,
 * the most overdue first. One row without a client sums up the accounts that were deleted by then.
 */
export const closingDebtors = pgTable(
  'closing_debtors',
  {
    closing_id: integer('closing_id')
      .notNull()
      .references(() => bookClosings.id),
    position: integer('position').notNull(),
    user_id: integer('user_id'),
    ow_number: text('ow_number'),
    name: text('name'),
    company: text('company'),
    not_due: sumOfItems('not_due'),
    days30: sumOfItems('days30'),
    days60: sumOfItems('days60'),
    days90: sumOfItems('days90'),
    older: sumOfItems('older'),
    credit: sumOfItems('credit'),
  },
  (table) => [
    primaryKey({ columns: [table.closing_id, table.position] }),
    index('closing_debtors_client').on(table.user_id),
  ],
);

/** VAT reports as filed: figures, and the documents behind them with every column of the CSV (D66). */
export const vatReports = pgTable(
  'vat_reports',
  {
    id: serial('id').primaryKey(),
    from_day: date('from_day').notNull(),
    to_day: date('to_day').notNull(),
    vat_number: text('vat_number').notNull(),
    figures: jsonb('figures').notNull(),
    filed_at: instant('filed_at').notNull(),
    /** Null if an operator kept it again after a restore. */
    filed_by: integer('filed_by'),
    filed_by_name: text('filed_by_name'),
  },
  (table) => [uniqueIndex('vat_reports_period').on(table.vat_number, table.to_day)],
);

export const vatReportDocuments = pgTable(
  'vat_report_documents',
  {
    report_id: integer('report_id')
      .notNull()
      .references(() => vatReports.id),
    position: integer('position').notNull(),
    /** The row of the report that counts it. */
    row: text('row').notNull(),
    document: jsonb('document').notNull(),
  },
  (table) => [primaryKey({ columns: [table.report_id, table.position] })],
);
