import { sql } from 'drizzle-orm';
import {
  bigint,
  bigserial,
  boolean,
  index,
  integer,
  jsonb,
  numeric,
  pgSequence,
  pgTable,
  primaryKey,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from './instant.ts';

/**
 * Columns bear the names of the specification (section 3); what decisions.md adds is snake_case.
 * Amounts stay decimal strings here (the Data API binds them with the DECIMAL hint); see shared/money.ts.
 */

const amount = (name: string) => numeric(name, { precision: 12, scale: 2 });
const createdAt = () => instant('created_at').notNull().default(sql`now()`);
const updatedAt = () => instant('updated_at').notNull().default(sql`now()`);

export const owNumberSequence = pgSequence('ow_number_seq', { startWith: 10_001 });

export const users = pgTable(
  'users',
  {
    User_Id: serial('User_Id').primaryKey(),
    // Searches and lists read these of every row. PostgreSQL walks a row up to the last column that it needs, so
    // they come first.
    User_Status: smallint('User_Status').notNull().default(1),
    user_role: text('user_role').notNull().default('client'),
    /**
     * What the searches look through; the ID number is left out on purpose. LIKE reads it from its start, so that the
     * address comes first, which holds what most rows have in common: its domain.
     */
    search_text: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower("User_Email" || ' ' || "User_Name" || ' ' || "User_Surname" || ' ' || "OWNumber" || ' ' || coalesce("User_Org", '') || ' ' || coalesce("User_Mobile", ''))`,
      ),
    User_Name: text('User_Name').notNull(),
    User_Surname: text('User_Surname').notNull(),
    User_Email: text('User_Email').notNull(),
    User_Mobile: text('User_Mobile'),
    User_RegNo: text('User_RegNo'),
    OWNumber: text('OWNumber').notNull().default(sql`'OW' || nextval('ow_number_seq')`),
    /** An argon2id hash as a PHC string, never a password. */
    User_Pass_Bkp: text('User_Pass_Bkp').notNull(),
    User_Org: text('User_Org'),
    User_Address: text('User_Address'),
    User_Town: text('User_Town'),
    User_Code: text('User_Code'),
    User_State: text('User_State'),
    User_Country: text('User_Country'),
    User_VAT: text('User_VAT'),
    User_Ref: text('User_Ref'),
    User_DOB_Day: smallint('User_DOB_Day'),
    User_DOB_Month: smallint('User_DOB_Month'),
    User_DOB_Year: smallint('User_DOB_Year'),
    User_Debit: amount('User_Debit').notNull().default('0'),
    User_Support_Id: bigint('User_Support_Id', { mode: 'number' }),
    User_No: text('User_No'),
    User_Profile: text('User_Profile'),
    /** When the account was made. */
    User_Date: instant('User_Date').notNull().default(sql`now()`),
    User_Type: text('User_Type'),
    User_Email_In: text('User_Email_In'),
    User_Mobile_In: text('User_Mobile_In'),
    User_Billing_CC: text('User_Billing_CC'),
    User_Billing_Profile: text('User_Billing_Profile'),
    User_Billing_Name: text('User_Billing_Name'),
    User_Billing_Expire_Month: smallint('User_Billing_Expire_Month'),
    User_Billing_Expire_Year: smallint('User_Billing_Expire_Year'),
    User_Billing_Used: text('User_Billing_Used'),
    User_COrderInfo: text('User_COrderInfo'),
    User_Mailer_SMS: boolean('User_Mailer_SMS'),
    User_Mailer_Email: boolean('User_Mailer_Email'),
    User_OD_Access: text('User_OD_Access'),
    User_OD_Domain: text('User_OD_Domain'),
    User_OD_Status: text('User_OD_Status'),
    email_verified_at: instant('email_verified_at'),
    version: integer('version').notNull().default(1),
  },
  (table) => [
    uniqueIndex('users_email_key').on(sql`lower(${table.User_Email})`),
    uniqueIndex('users_ow_number_key').on(sql`upper(${table.OWNumber})`),
    index('users_search_text_trgm').using('gin', sql`${table.search_text} gin_trgm_ops`),
    // Two letters are too few for trigrams: each field that a search of two letters may start has a prefix index.
    index('users_name_prefix').using('btree', sql`lower(${table.User_Name}) text_pattern_ops`),
    index('users_surname_prefix').using('btree', sql`lower(${table.User_Surname}) text_pattern_ops`),
    index('users_org_prefix').using('btree', sql`lower(${table.User_Org}) text_pattern_ops`),
    index('users_email_prefix').using('btree', sql`lower(${table.User_Email}) text_pattern_ops`),
    index('users_ow_number_prefix').using('btree', sql`lower(${table.OWNumber}) text_pattern_ops`),
    index('users_date').on(table.User_Date, table.User_Id),
    // The list finds what matches in the first of these alone, also by a term that many hold, and counts by the second.
    index('users_list').on(table.User_Id, table.user_role, table.User_Status, table.search_text),
    index('users_role_status').on(table.user_role, table.User_Status),
  ],
);

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    created_at: createdAt(),
    expires_at: instant('expires_at').notNull(),
  },
  (table) => [index('sessions_user').on(table.user_id)],
);

export const services = pgTable(
  'services',
  {
    id: serial('id').primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    service_category: text('service_category').notNull(),
    account_type: text('account_type'),
    account_username: text('account_username'),
    msisdn: text('msisdn'),
    sim_serial_number: text('sim_serial_number'),
    price_per_month: amount('price_per_month').notNull().default('0'),
    status: text('status').notNull().default('active'),
    created_at: createdAt(),
    updated_at: updatedAt(),
    search_text: text('search_text')
      .notNull()
      .generatedAlwaysAs(
        sql`lower(coalesce("account_username", '') || ' ' || coalesce("msisdn", '') || ' ' || coalesce("sim_serial_number", ''))`,
      ),
  },
  (table) => [
    index('services_user').on(table.user_id),
    index('services_search_text_trgm').using('gin', sql`${table.search_text} gin_trgm_ops`),
    // Numbers are given out in series: where one starts like many others, walking a prefix index finds them at once.
    index('services_username_prefix').using('btree', sql`lower(${table.account_username}) text_pattern_ops`),
    index('services_msisdn_prefix').using('btree', sql`lower(${table.msisdn}) text_pattern_ops`),
    index('services_sim_serial_prefix').using(
      'btree',
      sql`lower(${table.sim_serial_number}) text_pattern_ops`,
    ),
  ],
);

/** One row a year holds the last number given; it is locked by the transaction that writes the invoice. */
export const invoiceCounters = pgTable('invoice_counters', {
  year: integer('year').primaryKey(),
  last_number: integer('last_number').notNull(),
});

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
    download_url: text('download_url'),
    /** Who bought and who sold, as they were on the day of issue. */
    buyer: jsonb('buyer').notNull(),
    supplier: jsonb('supplier').notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('invoices_user').on(table.user_id, table.created_at)],
);

export const invoiceItems = pgTable(
  'invoice_items',
  {
    id: serial('id').primaryKey(),
    invoice_id: integer('invoice_id')
      .notNull()
      .references(() => invoices.id, { onDelete: 'cascade' }),
    description: text('description').notNull(),
    amount: amount('amount').notNull(),
    created_at: createdAt(),
  },
  (table) => [index('invoice_items_invoice').on(table.invoice_id)],
);

export const invoiceJobs = pgTable(
  'invoice_jobs',
  {
    /** No foreign key: a job outlives a deleted client, whose invoice then stands in retained_invoices. */
    invoice_id: integer('invoice_id').primaryKey(),
    state: text('state').notNull().default('queued'),
    attempts: integer('attempts').notNull().default(0),
    /** A worker holds the job until then, and each of its writes must match the token. */
    lease_until: instant('lease_until'),
    lease_token: uuid('lease_token'),
    sent_at: instant('sent_at'),
    steps: jsonb('steps').notNull(),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [
    index('invoice_jobs_unfinished').on(table.updated_at).where(sql`${table.state} in ('queued', 'running')`),
  ],
);

/** Issued invoices of deleted clients: tax records, without a user and read by no route (decision 11). */
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
    google_drive_file_id: text('google_drive_file_id'),
    created_at: instant('created_at').notNull(),
    delete_after: instant('delete_after').notNull(),
  },
  (table) => [index('retained_invoices_delete_after').on(table.delete_after)],
);

export const activities = pgTable(
  'activities',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    activity_type: text('activity_type').notNull(),
    description: text('description').notNull(),
    created_at: createdAt(),
  },
  (table) => [index('activities_user').on(table.user_id, table.created_at)],
);

/** Append-only: the application role may select and insert, nothing else (decision 33). */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull().default(sql`now()`),
    actor_id: integer('actor_id'),
    action: text('action').notNull(),
    record: text('record'),
    /** Names of the changed fields; values only for role, status and amounts. */
    changes: jsonb('changes').notNull(),
    address: text('address').notNull(),
  },
  (table) => [index('audit_log_at').on(table.at)],
);

/** Kept answers of idempotent routes, for 24 hours (decision 26). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    route: text('route').notNull(),
    key: text('key').notNull(),
    body_hash: text('body_hash').notNull(),
    answer: jsonb('answer'),
    created_at: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.user_id, table.route, table.key] }),
    index('idempotency_keys_created_at').on(table.created_at),
  ],
);

/** Failures and registrations by what they are counted for, in windows of their own length (decision 27). */
export const throttleCounters = pgTable(
  'throttle_counters',
  {
    /** What is counted, hashed, so that an identifier that matches no account is stored nowhere. */
    bucket: text('bucket').primaryKey(),
    /** The account that the bucket counts for, so that an admin can see and clear its blocks. */
    user_id: integer('user_id').references(() => users.User_Id, { onDelete: 'cascade' }),
    count: integer('count').notNull(),
    limit: integer('limit').notNull(),
    window_ends_at: instant('window_ends_at').notNull(),
  },
  (table) => [
    index('throttle_counters_user').on(table.user_id),
    index('throttle_counters_window_ends_at').on(table.window_ends_at),
  ],
);

export const health = pgTable('health', {
  name: text('name').primaryKey(),
  state: text('state').notNull(),
  checked_at: instant('checked_at').notNull(),
});

/** Our copy of the helpdesk's tickets: one row a ticket (decision 21). */
export const helpdeskTickets = pgTable(
  'helpdesk_tickets',
  {
    id: bigint('id', { mode: 'number' }).primaryKey(),
    requester_id: bigint('requester_id', { mode: 'number' }).notNull(),
    status: smallint('status').notNull(),
    created_at: instant('created_at').notNull(),
    updated_at: instant('updated_at').notNull(),
    first_responded_at: instant('first_responded_at'),
    ticket: jsonb('ticket').notNull(),
    fetched_at: instant('fetched_at').notNull(),
  },
  (table) => [
    index('helpdesk_tickets_requester').on(table.requester_id, table.created_at),
    index('helpdesk_tickets_updated_at').on(table.updated_at),
  ],
);

/** One row, locked by the one refresh that runs. */
export const helpdeskRefresh = pgTable('helpdesk_refresh', {
  id: smallint('id').primaryKey(),
  refreshed_at: instant('refreshed_at'),
  first_fill_page: integer('first_fill_page'),
});

/** What clients wrote while the helpdesk was out of reach. */
export const helpdeskMessages = pgTable(
  'helpdesk_messages',
  {
    id: bigserial('id', { mode: 'number' }).primaryKey(),
    user_id: integer('user_id')
      .notNull()
      .references(() => users.User_Id, { onDelete: 'cascade' }),
    kind: text('kind').notNull(),
    ticket_id: bigint('ticket_id', { mode: 'number' }),
    payload: jsonb('payload').notNull(),
    state: text('state').notNull().default('waiting'),
    attempts: integer('attempts').notNull().default(0),
    created_at: createdAt(),
    updated_at: updatedAt(),
  },
  (table) => [index('helpdesk_messages_waiting').on(table.created_at).where(sql`${table.state} = 'waiting'`)],
);
