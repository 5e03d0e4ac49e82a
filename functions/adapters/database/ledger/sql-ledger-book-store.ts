import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import {
  bookClosings,
  entryNotes,
  ledgerEntries,
  ledgerItems,
} from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { ControlSums, LedgerBookStore } from '#functions/ports/database/ledger/ledger-book-store.ts';
import type { ControlRow } from '#shared/contract/control-account.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { itemPartsOn } from './items-on-day.ts';
import { entryColumns, entryRow } from './statement-entry.ts';

const bookRow = entryRow.extend({ userId: z.number(), OWNumber: z.string().nullable() });

/** The entries that each row of the control account sums up (D71). */
const ENTRIES_OF_ROW: Record<ControlRow, SQL> = {
  invoices: sql`kind = 'invoice'`,
  creditNotes: sql`kind = 'credit-note'`,
  voids: sql`kind = 'reversal' and amount >= 0`,
  receipts: sql`kind = 'payment'`,
  returnedReceipts: sql`kind = 'reversal' and amount < 0`,
  refunds: sql`kind = 'refund'`,
  adjustments: sql`kind in ('opening', 'correction')`,
  writeOffs: sql`kind in ('write-off', 'write-off-reversal')`,
  recoveries: sql`kind = 'recovery'`,
};

const sumOfRow = (row: ControlRow): SQL =>
  sql`coalesce(-sum(amount) filter (where ${ENTRIES_OF_ROW[row]}), 0) as ${sql.identifier(row)}`;

export const makeLedgerBookStore = (db: Connection): LedgerBookStore => ({
  readOneMoment: async () => {
    await db.execute(sql`set transaction isolation level repeatable read, read only`);
  },

  countByDay: async ({ from, to }) => {
    const { rows } = await db.execute(sql`
      select date::text as day, count(*) as count from ${ledgerEntries}
      where date between ${from}::date and ${to}::date group by date order by date`);

    return rows.map(({ day, count }) => ({ day: String(day), count: Number(count) }));
  },

  list: async ({ from, to }, after, limit) => {
    const isAfter = after
      ? sql`(entry.date, entry.id) > (${after.date}::date, ${after.id}::bigint)`
      : sql`entry.date >= ${from}::date`;
    const { rows } = await db.execute(sql`
      select ${entryColumns}, entry.user_id as "userId", account."OWNumber"
      from ${ledgerEntries} as entry
      join ${ledgerItems} as item on item.id = entry.item_id
      left join ${entryNotes} as note on note.entry_id = entry.id
      left join ${users} as account on account."User_Id" = entry.user_id
      where entry.date <= ${to}::date and ${isAfter}
      order by entry.date, entry.id limit ${limit}`);

    return rows.map((row) => bookRow.parse(row));
  },

  readControlAccount: async ({ from, to }, audit) => {
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })}), closed as (
        select last_day, (totals ->> 'closing')::numeric as closing from ${bookClosings}
        where opened_at is null and totals is not null and last_day < ${from}::date
        order by last_day desc limit 1
      ), before as (
        select coalesce((select closing from closed), 0) - coalesce(sum(amount), 0) as opening
        from ${ledgerEntries}
        where date < ${from}::date and date > coalesce((select last_day from closed), '-infinity')
      ), during as (
        select ${sql.join(CONTROL_ROWS.map(sumOfRow), sql`, `)}
        from ${ledgerEntries} where date between ${from}::date and ${to}::date
      ), items as (
        select coalesce(sum(due) filter (where is_living), 0) as owed,
          coalesce(sum(free) filter (where is_living), 0) as credit,
          coalesce(sum(due - free) filter (where not is_living), 0) as "closedAccounts"
        from (
          select due, free, account."User_Id" is not null as is_living
          from (${itemPartsOn(to)}) as part left join ${users} as account on account."User_Id" = part.user_id
        ) as part
      )
      select *, coalesce(${to}::date < first_open_day(), false) as "isClosed" from before, during, items`);
    const [row = {}] = rows;
    const centsOf = (name: string) => centsFromDecimal(String(row[name]));

    return {
      openingCents: centsOf('opening'),
      rows: Object.fromEntries(CONTROL_ROWS.map((name) => [name, centsOf(name)])) as ControlSums['rows'],
      owedCents: centsOf('owed'),
      creditCents: centsOf('credit'),
      closedAccountsCents: centsOf('closedAccounts'),
      isClosed: row.isClosed === true,
    };
  },
});
