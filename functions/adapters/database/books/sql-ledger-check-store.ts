import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { bankBookings, bankLines, unidentifiedReceipts } from '#functions/database/schema/bank-tables.ts';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { AccountRange, LedgerCheckStore } from '#functions/ports/database/books/ledger-check-store.ts';

const isIn = ({ from, to }: AccountRange, userId: SQL): SQL => sql`${userId} between ${from} and ${to}`;

/** Accounts whose balance is not the sum of their items, or that have credit and owe something at the same time. */
const faultyBalances = (range: AccountRange) => sql`
  select account."User_Id" as user_id, 'balance' as part from ${users} as account
  left join (
    select user_id, sum(amount) as amount, sum(due) as due, sum(free) as free
    from ${ledgerItems} where ${isIn(range, sql`user_id`)} and not is_retained group by user_id
  ) as kept on kept.user_id = account."User_Id"
  where ${isIn(range, sql`account."User_Id"`)}
    and (account."User_Debit" <> coalesce(kept.amount, 0) or kept.due > 0 and kept.free > 0)`;

/** Accounts with an item that is not the sum of its entries and allocations. */
const faultyItems = (range: AccountRange) => {
  const sumBy = (column: SQL, table: SQLWrapper, isWrittenOff = sql`false`) => sql`
    select ${column}, sum(amount) as amount, sum(amount) filter (where ${isWrittenOff}) as written_off
    from ${table} where ${isIn(range, sql`user_id`)} group by ${column}`;
  const isWrittenOff = sql`kind in ('write-off', 'write-off-reversal', 'recovery')`;

  return sql`
    select item.user_id, 'item' as part from ${ledgerItems} as item
    left join (${sumBy(sql`item_id`, ledgerEntries, isWrittenOff)}) as entered on entered.item_id = item.id
    left join (${sumBy(sql`credit_id`, ledgerAllocations)}) as used on used.credit_id = item.id
    left join (${sumBy(sql`debt_id`, ledgerAllocations)}) as paid on paid.debt_id = item.id
    left join (
      select invoice_id, sum(amount) as amount from ${ledgerEntries}
      where kind = 'credit-note' and ${isIn(range, sql`user_id`)} group by invoice_id
    ) as noted on noted.invoice_id = item.invoice_id
    where ${isIn(range, sql`item.user_id`)}
      and (item.amount, item.written_off, item.credited, item.used, item.paid) is distinct from
        (entered.amount, coalesce(entered.written_off, 0), coalesce(noted.amount, 0), coalesce(used.amount, 0),
          coalesce(paid.amount, 0))`;
};

/** Accounts with a credit note that is not as its entry, or with an entry that has no credit note. */
const faultyCreditNotes = (range: AccountRange) => sql`
  select coalesce(note.user_id, entry.user_id) as user_id, 'credit-note' as part
  from (select * from ${creditNotes} where entry_id is not null and ${isIn(range, sql`user_id`)}) as note
  full join (
    select * from ${ledgerEntries}
    where kind = 'credit-note' and ${isIn(range, sql`user_id`)} and user_id in (select "User_Id" from ${users})
  ) as entry on entry.id = note.entry_id
  where (note.user_id, note.invoice_id, note.credit_note_number, note.total_amount, note.vat_amount) is distinct from
    (entry.user_id, entry.invoice_id, entry.number, entry.amount, entry.vat)`;

/** Accounts with an invoice whose status is not that of its item, or that has no entry. */
const faultyInvoices = (range: AccountRange) => sql`
  select invoice.user_id, 'invoice' as part from ${invoices} as invoice
  left join ${ledgerItems} as item on item.invoice_id = invoice.id
  where ${isIn(range, sql`invoice.user_id`)}
    and (item.id is null or invoice.status <> invoice_status(item))`;

/** Lines of the bank of which another amount is booked, or is nobody's yet, than their state says. */
const faultyLines = sql`
  select line.id from ${bankLines} as line
  left join (
    select line_id, sum(entry.amount) as amount
    from ${bankBookings} as booking join ${ledgerEntries} as entry on entry.id = booking.entry_id
    where ended_at is null group by line_id
  ) as booked on booked.line_id = line.id
  left join (
    select line_id, sum(amount) as amount, sum(amount) filter (where kind = 'sent-back') as sent_back
    from ${unidentifiedReceipts} group by line_id
  ) as receipt on receipt.line_id = line.id
  where coalesce(receipt.amount, 0) <> case when line.state = 'unidentified' then line.amount else 0 end
    or coalesce(booked.amount, 0) <> case when line.state = 'booked' and coalesce(receipt.sent_back, 0) = 0
      then line.amount + line.fee else 0 end`;

const faultRow = z.object({
  userId: z.number(),
  part: z.enum(['balance', 'item', 'invoice', 'credit-note']),
  count: z.coerce.number(),
});

export const makeLedgerCheckStore = (db: Connection): LedgerCheckStore => ({
  findLastAccount: async () => {
    // The ledger also has accounts that are deleted.
    const { rows } = await db.execute(sql`
      select greatest((select max("User_Id") from ${users}), (select max(user_id) from ${ledgerItems})) as last`);

    return Number(rows[0]?.last ?? 0);
  },

  countFaultyLines: async () => {
    const { rows } = await db.execute(sql`select count(*) as count from (${faultyLines}) as faults`);

    return Number(rows[0]?.count ?? 0);
  },

  findFaults: async (range, limit) => {
    const { rows } = await db.execute(sql`
      select user_id as "userId", part, count(*) over () as count
      from (${faultyBalances(range)} union ${faultyItems(range)} union ${faultyInvoices(range)}
        union ${faultyCreditNotes(range)}) as faults
      order by user_id, part limit ${limit}`);
    const first = z.array(faultRow).parse(rows);

    return { count: first[0]?.count ?? 0, first: first.map(({ userId, part }) => ({ userId, part })) };
  },
});
