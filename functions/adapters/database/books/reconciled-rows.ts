import { type SQL, sql } from 'drizzle-orm';
import { isOfEntries } from '#functions/adapters/database/books/purged-sums.ts';
import {
  bankBookings,
  bankFiles,
  bankLines,
  unidentifiedReceipts,
} from '#functions/database/schema/bank-tables.ts';
import { ledgerEntries, purgedSums } from '#functions/database/schema/ledger-tables.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import { PERHAPS_IN_FILE } from '#shared/contract/bank/bank-limits.ts';

/**
 * Selects what the files say of each day. Where several have it, the one that knows its balance and has the most rows of
 * it counts.
 */
const statedDays = sql`
  select distinct on (file.account, day.day) file.id as file_id, file.account, day.*
  from ${bankFiles} as file
  cross join lateral jsonb_to_recordset(file.days) as day (
    day date, rows int, other_rows int, moved numeric, other numeric, fees numeric, balance numeric)
  where file.account in (select number from account)
  order by file.account, day.day, day.balance is null, day.rows desc, file.id desc`;

/** The accounts of the settings, and others whose files have days of the period. */
export const accountsOf = (numbers: readonly string[], { from, to }: Period): SQL => sql`
  select number from unnest(${`{${numbers.join(',')}}`}::text[]) as number
  union select account from ${bankFiles} where from_day <= ${to}::date and to_day >= ${from}::date`;

/** True for an ignored line of which another file's line stands in the books or is open, or was ignored first. */
const isElsewhere = sql`(
  line.same_as is not null or starts_with(line.perhaps, ${PERHAPS_IN_FILE})
  or exists (select from ${bankLines} as same where same.same_as = line.id and same.state <> 'ignored'))`;

/** Which books a line stands in on the last day of the period, by the dates of its entries. */
const becomeOn = (to: string): SQL => sql`
  select line.id, line.file_id, line.account, line.date, line.amount, line.fee, booked.payments, case
    when line.amount < 0 and booked.returned > 0 then 'returned'
    when line.amount < 0 and line.state <> 'ignored' then 'returnedOpen'
    when held.now > 0 then 'unidentified'
    when held.sent > 0 then 'sentBack'
    when booked.living > 0 or booked.undone > 0 then 'receipts'
    when booked.payments > 0 or held.later > 0 then 'later'
    when line.state <> 'ignored' then 'open'
    when ${isElsewhere} then 'elsewhere'
    else 'ignored' end as became
  from ${bankLines} as line
  cross join lateral (
    select count(*) filter (where booking.ended_at is null and booking.kind <> 'reversal') as payments,
      count(*) filter (
        where booking.ended_at is null and booking.kind <> 'reversal' and entry.date <= ${to}::date) as living,
      count(*) filter (
        where booking.ended_at is null and booking.kind = 'reversal' and entry.date <= ${to}::date) as returned,
      count(*) filter (
        where booking.ended_at is not null and booking.kind = 'payment' and entry.date <= ${to}::date
          and reversal.date > ${to}::date) as undone
    from ${bankBookings} as booking
    join ${ledgerEntries} as entry on entry.id = booking.entry_id
    left join ${ledgerEntries} as reversal on reversal.item_id = entry.id and reversal.kind = 'reversal'
    where booking.line_id = line.id
  ) as booked
  cross join lateral (
    select coalesce(sum(receipt.amount) filter (where receipt.date <= ${to}::date), 0) as now,
      coalesce(-sum(receipt.amount) filter (where receipt.kind = 'sent-back' and receipt.date <= ${to}::date), 0) as sent,
      case when line.state in ('unidentified', 'booked') then count(*) else 0 end as later
    from ${unidentifiedReceipts} as receipt where receipt.line_id = line.id
  ) as held`;

/**
 * The parts of a statement that reads `items`: all that the figures of a period consist of. A figure is the sum of its
 * items, so that a list and its figure cannot differ. Receipts of the books have no account.
 */
export const itemParts = (numbers: readonly string[], period: Period): SQL => {
  const { from, to } = period;
  const isOfLine = sql`booking.ended_at is null and booking.kind <> 'reversal'`;

  return sql`account as materialized (${accountsOf(numbers, period)}),
    became as materialized (
      ${becomeOn(to)}
      where line.account in (select number from account) and line.date between ${from}::date and ${to}::date
    ), stated_days as materialized (${statedDays}), days as (
      select * from stated_days where day between ${from}::date and ${to}::date
    ), items as (
      select became as figure, account, date, id as line_id, null::bigint as entry_id, file_id, null::int as rows, amount
      from became
      where became not in ('elsewhere', 'returned') and not (became in ('receipts', 'later') and payments > 0)
      union all
      select became, account, line.date, line.id, entry.id, file_id, null, entry.amount
      from became as line
      join ${bankBookings} as booking on booking.line_id = line.id and booking.ended_at is null
        and (booking.kind = 'reversal') = (became = 'returned')
      join ${ledgerEntries} as entry on entry.id = booking.entry_id
      where became in ('receipts', 'later', 'returned')
      union all
      select 'joinedFees', account, date, id, null, file_id, null, -fee
      from became where became in ('receipts', 'later') and payments > 0 and fee <> 0
      union all
      select 'fees', account, day, null, null, file_id, rows, -fees from days where fees <> 0
      union all
      select 'other', account, day, null, null, file_id, other_rows, other from days where other_rows > 0
      union all
      select case
          when line.date between ${from}::date and ${to}::date then 'withLine'
          when line.date < ${from}::date then 'lineBefore'
          when line.date > ${to}::date then 'lineAfter'
          when exists (
            select from ${bankBookings} as undone where undone.entry_id = entry.id and undone.kind = 'payment') then 'undone'
          else 'typed' end,
        null, coalesce(entry.bank_date, entry.date), line.id, entry.id, line.file_id, null, entry.amount
      from ${ledgerEntries} as entry
      left join ${bankBookings} as booking on booking.entry_id = entry.id and ${isOfLine}
      left join ${bankLines} as line on line.id = booking.line_id
      where entry.kind = 'payment' and entry.date between ${from}::date and ${to}::date
      union all
      select 'purged', null, date, null, null, null, count, amount
      from ${purgedSums} where ${isOfEntries} and kind = 'payment' and date between ${from}::date and ${to}::date
    )`;
};
