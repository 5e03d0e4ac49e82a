import { type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { isDue } from '#functions/adapters/database/payments/due-items.ts';
import { isOfPerson } from '#functions/adapters/database/system/canary-account.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { services } from '#functions/database/schema/services-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { BANK_WORDS } from '#shared/bank/bank-words.ts';

const NAME_LETTERS_MIN = 3;

export const isClient: SQL = sql`${users.user_role} = 'client' and ${isOfPerson}`;

const hasItem = (condition: SQL): SQL => sql`exists (
  select from ${ledgerItems} where ${ledgerItems.user_id} = ${users.User_Id} and ${condition})`;

/**
 * True for a client whose typed words decide about lines (D63): one with an entry besides payments and what became of
 * them, or with an active service; an inactive one while it owes.
 */
export const countsInMatching: SQL = sql`${isClient} and case when ${users.User_Status} = 1
  then ${hasItem(sql`${ledgerItems.kind} not in ('payment', 'refund')`)} or exists (
    select from ${services} where ${services.user_id} = ${users.User_Id} and ${services.status} = 'active')
  else ${hasItem(isDue)} end`;

const bankWords = `{"",${BANK_WORDS.join(',').toLowerCase()}}`;

/** True if a name, in the form in which names are compared, has three letters and a word that no bank prints. */
export const canName = (name: PgColumn): SQL => sql`(
  length(regexp_replace(${name} collate "pg_c_utf8", '[^[:alpha:]]', '', 'g')) >= ${sql.raw(String(NAME_LETTERS_MIN))}
  and not regexp_split_to_array(${name} collate "pg_c_utf8", '[^[:alpha:]]+') <@ ${bankWords}::text[])`;
