import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import { entryNotes, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { LedgerBookStore } from '#functions/ports/database/ledger/ledger-book-store.ts';
import type { EntryKind } from '#shared/contract/ledger-entries.ts';
import { ENTRY_KINDS } from '#shared/contract/limits.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { entryColumns, entryRow } from './statement-entry.ts';

const bookRow = entryRow.extend({ userId: z.number(), OWNumber: z.string().nullable() });

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

  sum: async ({ from, to }, audit) => {
    const sums = sql.join(
      ENTRY_KINDS.map(
        (kind) =>
          sql`coalesce(sum(amount) filter (where kind = ${kind} and date >= ${from}::date), 0) as ${sql.identifier(kind)}`,
      ),
      sql`, `,
    );
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })})
      select coalesce(sum(amount) filter (where date < ${from}::date), 0) as before, ${sums}
      from ${ledgerEntries} where date <= ${to}::date`);
    const [row = {}] = rows;

    return {
      openingCents: centsFromDecimal(String(row.before)),
      byKind: Object.fromEntries(
        ENTRY_KINDS.map((kind) => [kind, centsFromDecimal(String(row[kind]))]),
      ) as Record<EntryKind, number>,
    };
  },
});
