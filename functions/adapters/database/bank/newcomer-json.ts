import { type SQL, sql } from 'drizzle-orm';
import { bankBookings, bankLines } from '#functions/database/schema/bank-tables.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';

/** The number of days after a line in which the refund of its credit says how the line was booked (D63). */
const DAYS_SAID = 30;

/** What is known of the account that a statement calls `client`. */
const newcomerJson = (client: SQL): SQL => sql`jsonb_build_object(
  'createdOn', (${client}."User_Date" at time zone 'Africa/Johannesburg')::date,
  'isRegistered', ${client}.origin = 'registered', 'isVerified', ${client}.email_verified_at is not null,
  'isBilled', exists (
    select from ${ledgerItems} as item
    where item.user_id = ${client}."User_Id" and item.kind not in ('payment', 'refund')))`;

/** The account of a proposal that rests on typed words alone, if it has no entry; else null. */
export const proposedNewcomer = (proposal: SQL, client: SQL): SQL => sql`
  case when ${proposal}.is_by_words and not exists (
    select from ${ledgerItems} as item where item.user_id = ${proposal}.user_id
  ) then ${newcomerJson(client)} end`;

/** The account of which credit comes from a line that was booked so in the last days; else null. */
export const creditedNewcomer = (client: SQL): SQL => sql`
  case when exists (
    select from ${ledgerItems} as credit
    join ${bankBookings} as booking on booking.entry_id = credit.id and booking.ended_at is null and booking.is_by_words
    join ${bankLines} as line on line.id = booking.line_id
    where credit.user_id = ${client}."User_Id" and credit.free > 0 and not credit.is_retained
      and line.date >= (now() at time zone 'Africa/Johannesburg')::date - ${sql.raw(String(DAYS_SAID))}
  ) then ${newcomerJson(client)} end`;
