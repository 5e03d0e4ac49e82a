import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  integer,
  pgSequence,
  pgTable,
  serial,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { instant } from '#functions/database/instant.ts';
import { amount, comparedText, searchText } from './columns.ts';

export const owNumberSequence = pgSequence('ow_number_seq', { startWith: 10_001 });

export const users = pgTable(
  'users',
  {
    User_Id: serial('User_Id').primaryKey(),
    // Searches and lists read these columns of every row. PostgreSQL walks a row up to the last column that it needs,
    // so they come first.
    User_Status: smallint('User_Status').notNull().default(1),
    user_role: text('user_role').notNull().default('client'),
    /**
     * The text that searches match; the ID number is left out on purpose. LIKE reads it from its start, so the
     * address comes first, because it contains what most rows have in common: its domain.
     */
    search_text: searchText(
      sql`"User_Email" || ' ' || "User_Name" || ' ' || "User_Surname" || ' ' || "OWNumber" || ' ' || coalesce("User_Org", '') || ' ' || coalesce("User_Mobile", '')`,
    ),
    // Prefix searches, sorting by name and the bank's lines compare these.
    search_name: comparedText('search_name').notNull().generatedAlwaysAs(sql`search_form("User_Name")`),
    search_surname: comparedText('search_surname')
      .notNull()
      .generatedAlwaysAs(sql`search_form("User_Surname")`),
    search_org: comparedText('search_org').generatedAlwaysAs(sql`search_form("User_Org")`),
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
    /** The contact at the helpdesk (D18): it belongs to one account only. */
    User_Support_Id: bigint('User_Support_Id', { mode: 'number' }).unique('users_support_id_key'),
    User_No: text('User_No'),
    User_Profile: text('User_Profile'),
    /** When the account was created. */
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
    /**
     * The helpdesk knows the contact by this key, behind the deployment's prefix (D18). It is random, because a
     * User_Id may be assigned a second time after a restore.
     */
    contact_key: text('contact_key').notNull().default(sql`gen_random_uuid()`),
    /** Origin of the account: 'registered' by the client, 'imported' or by an 'operator'. */
    origin: text('origin').notNull().default('registered'),
    /** The address that the owner wants, until its link is used. */
    pending_email: text('pending_email'),
    pending_email_at: instant('pending_email_at'),
    /** True after somebody else set the password, until the user chooses a new one (D49). */
    must_change_password: boolean('must_change_password').notNull().default(false),
    /**
     * The account's name at the makers of passkeys. It is random, because a User_Id may be assigned a second time after a
     * restore, and kept: a passkey made under another name would stand beside the old ones.
     */
    passkey_handle: uuid('passkey_handle').notNull().defaultRandom(),
    /** The privacy notice that registering linked to, and when; null for who did not register. */
    privacy_version: text('privacy_version'),
    privacy_at: instant('privacy_at'),
  },
  (table) => [
    // The list reads each role and each status separately, and would miss an account of any other.
    check('users_role_check', sql`${table.user_role} in ('admin', 'client')`),
    check('users_status_check', sql`${table.User_Status} in (0, 1)`),
    check('users_origin_check', sql`${table.origin} in ('registered', 'imported', 'operator')`),
    uniqueIndex('users_email_key').on(sql`lower(${table.User_Email})`),
    uniqueIndex('users_ow_number_key').on(sql`upper(${table.OWNumber})`),
    index('users_search_text_trgm').using('gin', sql`${table.search_text} gin_trgm_ops`),
    // Two letters are too few for trigrams: each field whose start a search of two letters may match has a prefix
    // index.
    index('users_search_surname').on(table.search_surname),
    index('users_search_org').on(table.search_org),
    index('users_email_prefix').using('btree', sql`lower(${table.User_Email}) text_pattern_ops`),
    index('users_ow_number_prefix').using('btree', sql`lower(${table.OWNumber}) text_pattern_ops`),
    // A line of the bank names its client by these.
    index('users_mobile').on(table.User_Mobile),
    index('users_ref').on(sql`lower(${table.User_Ref})`),
    index('users_date').on(table.User_Date, table.User_Id),
    // A search of the list finds its matches in this index alone, even for a term that many rows contain.
    index('users_list').on(table.User_Id, table.user_role, table.User_Status, table.search_text),
    // The list sorted by name reads this index alone, whatever its role and status; so does a search by its start.
    index('users_by_name').on(
      table.search_name,
      table.search_surname,
      table.User_Id,
      table.user_role,
      table.User_Status,
    ),
    // Holds each combination of role and status in the order of the list.
    index('users_role_status').on(table.user_role, table.User_Status, table.User_Id),
  ],
);

/**
 * Number of accounts of a role and a status: the sum of its rows. A trigger of `users` (0006) adds a row for each
 * change, so that no other transaction has to wait, and now and then merges many of them.
 */
export const userCounts = pgTable('user_counts', {
  id: serial('id').primaryKey(),
  role: text('role').notNull(),
  status: smallint('status').notNull(),
  accounts: integer('accounts').notNull(),
});
