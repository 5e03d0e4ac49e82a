import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { DebtorRow, DebtorStore } from '#functions/ports/database/ledger/debtor-store.ts';
import { ageingColumns, ageingNames, readAgeing } from './ageing-sums.ts';

/** Repeats the condition of the indexes word for word. */
const isOwed = sql`due > 0 and not is_retained`;
const ofItem = { due: sql`due`, ageDate: sql`age_date` };

/**
 * The clients who owe. By age the first page reads the oldest item of its own clients alone, in the order of the index
 * `ledger_items_age`; by amount every page sums the items of all clients (ADR 51).
 */
const SORTS = {
  age: {
    owing: sql`
      select item.user_id from ${ledgerItems} as item
      where item.due > 0 and not item.is_retained and not exists (
        select from ${ledgerItems} as earlier
        where earlier.user_id = item.user_id and earlier.due > 0 and not earlier.is_retained
          and earlier.age_date < item.age_date)
      group by item.age_date, item.user_id order by item.age_date, item.user_id`,
    order: sql`debtor."oldestDueDate", debtor."userId"`,
  },
  amount: {
    owing: sql`
      select user_id from ${ledgerItems} where ${isOwed}
      group by user_id order by sum(due) desc, user_id`,
    order: sql`debtor.due desc, debtor."userId"`,
  },
};

const debtorRow = z.object({
  userId: z.number(),
  name: z.string(),
  OWNumber: z.string(),
  oldestDueDate: z.string(),
  lastPaymentDate: z.string().nullable(),
});

const readDebtor = (json: string): DebtorRow => {
  const row: unknown = JSON.parse(json);

  return { ...debtorRow.parse(row), ageing: readAgeing(row as Record<string, unknown>) };
};

export const makeDebtorStore = (db: Connection): DebtorStore => ({
  list: async ({ page, limit, sort }, day, audit) => {
    const debtors = sql`
      select page.user_id as "userId", account."OWNumber", debt.due, debt.oldest::text as "oldestDueDate",
        trim(account."User_Name" || ' ' || account."User_Surname") as name, ${ageingNames},
        (select max(date)::text from ${ledgerItems} as paid
          where paid.user_id = page.user_id and paid.kind = 'payment' and paid.amount > 0) as "lastPaymentDate"
      from (${SORTS[sort].owing} offset ${(page - 1) * limit} limit ${limit}) as page
      join ${users} as account on account."User_Id" = page.user_id
      cross join lateral (
        select sum(due) as due, min(age_date) as oldest, ${ageingColumns(ofItem, day)}
        from ${ledgerItems} where ${ledgerItems.user_id} = page.user_id and ${isOwed}
      ) as debt`;
    const rows = await db
      .with(...auditingPage(db, audit))
      .select({
        total: sql<number>`everybody.total`,
        debtor: sql<string | null>`to_jsonb(debtor)`,
      })
      .from(sql`(select count(distinct user_id) as total from ${ledgerItems} where ${isOwed}) as everybody`)
      .leftJoin(sql`(${debtors}) as debtor`, sql`true`)
      .orderBy(SORTS[sort].order);

    return {
      total: rows[0]?.total ?? 0,
      debtors: rows.flatMap(({ debtor }) => (debtor === null ? [] : [readDebtor(debtor)])),
    };
  },

  sum: async (day) => {
    const { rows } = await db.execute(
      sql`select ${ageingColumns(ofItem, day)} from ${ledgerItems} where ${isOwed}`,
    );

    return readAgeing(rows[0] ?? {});
  },
});
