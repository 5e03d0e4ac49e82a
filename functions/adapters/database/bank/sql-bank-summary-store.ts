import { sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { moneyMail } from '#functions/adapters/database/mails/money-mail.ts';
import { isOverdueOn, isPastDueOn } from '#functions/adapters/database/payments/due-items.ts';
import { bankBookings, bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BankSummaryStore } from '#functions/ports/database/bank/bank-summary-store.ts';
import { bankFileSummary } from '#shared/contract/bank/bank-files.ts';

/** True for a mail that has left, or that will once its job runs. */
const isOnItsWay = sql`(${mails.state} in ('uncertain', 'sent', 'delivered', 'complained')
  or ${mails.state} = 'waiting' and ${moneyMail} = 'on')`;

/**
 * Sums up what the bookings of a file came to. What would be overdue without them is, for each item that is overdue by its
 * day, what is due now, and what the file's living payments pay of it, less what its returns made due again; never below 0,
 * because another payment may have paid it since. A payment that the same file returned changes nothing, and neither does
 * one that was recorded by hand before its line was read.
 */
const summarizeFile =
  (db: Connection): BankSummaryStore['summarize'] =>
  async (fileId, now) => {
    const { rows } = await db.execute(sql`
      with line as (
        select * from ${bankLines} where file_id = ${fileId}
      ), own as (
        select booking.kind, booking.line_id, entry.item_id, entry.user_id, entry.date, item.amount
        from line join ${bankBookings} as booking on booking.line_id = line.id and booking.ended_at is null
        join ${ledgerEntries} as entry on entry.id = booking.entry_id
        join ${ledgerItems} as item on item.id = entry.item_id
      ), paid as (
        select * from own where kind <> 'reversal' and amount > 0
      ), wholly_paid as (
        select line_id from own where kind <> 'reversal' group by line_id having min(amount) > 0
      ), returned as (
        select * from own where kind = 'reversal' and item_id not in (select item_id from own where kind <> 'reversal')
      ), changed as (
        select debt_id, sum(amount) as amount from (
          select debt_id, allocation.amount from ${ledgerAllocations} as allocation join paid on credit_id = item_id
          where paid.kind = 'payment'
          union all
          select debt_id, allocation.amount from ${ledgerAllocations} as allocation join returned on credit_id = item_id
          where ends is not null and allocation.date >= returned.date
        ) as allocation group by debt_id
      ), thanked as (
        select distinct ${mails.user_id} from ${mails}
        join ${users} on ${users.User_Id} = ${mails.user_id}
        cross join jsonb_array_elements_text(${mails.about} -> 'paymentIds') as thanks (payment_id)
        join paid on paid.item_id = thanks.payment_id::bigint
        where ${mails.user_id} in (select user_id from paid) and ${mails.kind} = 'payment-received' and ${isOnItsWay}
      ), overdue as (
        select coalesce(sum(due), 0) as amount, count(distinct user_id) as clients
        from ${ledgerItems} where ${isOverdueOn(now)}
      )
      select jsonb_build_object(
        'received', (select coalesce(sum(amount), 0) from paid)
          - (select coalesce(sum(fee), 0) from line where id in (select line_id from wholly_paid)),
        'clients', (select count(distinct user_id) from paid),
        'thanked', (select count(*) from thanked),
        'returned', (select coalesce(-sum(amount), 0) from line where amount < 0 and state = 'booked'),
        'unidentified', (select coalesce(sum(amount), 0) from line where state = 'unidentified'),
        'overdueWithout', overdue.amount + (
          select coalesce(sum(greatest(due + changed.amount, 0) - due), 0)
          from changed join ${ledgerItems} on ${ledgerItems.id} = debt_id
          where ${isPastDueOn(now)} and not is_retained),
        'overdueNow', overdue.amount, 'overdueClients', overdue.clients
      )::text as summary
      from overdue where exists (select from ${bankFiles} where ${bankFiles.id} = ${fileId})`);
    const [row] = rows;

    return row && bankFileSummary.parse(JSON.parse(String(row.summary)));
  };

export const makeBankSummaryStore = (db: Connection): BankSummaryStore => ({ summarize: summarizeFile(db) });
