import { type SQL, sql } from 'drizzle-orm';
import { bankBookings } from '#functions/database/schema/bank-tables.ts';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';

/** True if somebody else made the payment: it was moved to another client, or its line was opened again (D63). */
const isOfAnother = (entry: SQL): SQL => sql`(
  exists (
    select from ${ledgerEntries} as again where again.replaces = ${entry}.id and again.user_id <> ${entry}.user_id)
  or exists (
    select from ${bankBookings} as booking
    where booking.entry_id = ${entry}.id and booking.kind = 'payment' and booking.ended_at is not null))`;

/** The reference of an entry as its client reads it: not that of somebody else's payment, which may hold their words. */
export const referenceForClient = (entry: SQL, reference: SQL): SQL =>
  sql`case when not ${isOfAnother(entry)} then ${reference} end`;
