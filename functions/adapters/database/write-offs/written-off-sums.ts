import { type SQL, sql } from 'drizzle-orm';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { type StillPayable, stillPayable } from '#shared/contract/debtors/ledger-statements.ts';
import { isStillPayable } from '../payments/due-items.ts';

/** Sums up what is written off of rows with the columns `kind` and `written_off` (D65). */
export const stillPayableSum: SQL = sql`jsonb_build_object(
  'amount', coalesce(sum(written_off) filter (where written_off > 0), 0),
  'invoices', count(*) filter (where written_off > 0 and kind = 'invoice'),
  'hasOpening', coalesce(bool_or(written_off > 0 and kind = 'opening'), false),
  'refunds', count(*) filter (where written_off > 0 and kind = 'refund'))::text`;

/** What is written off of an account now. */
export const stillPayableOf = (userId: SQL): SQL<string> =>
  sql<string>`(select ${stillPayableSum} from ${ledgerItems} where ${ledgerItems.user_id} = ${userId} and ${isStillPayable})`;

export const readStillPayable = (json: unknown): StillPayable => stillPayable.parse(JSON.parse(String(json)));
