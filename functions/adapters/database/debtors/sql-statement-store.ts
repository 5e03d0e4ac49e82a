import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { auditRowOf } from '#functions/adapters/database/system/audited-reads.ts';
import {
  entryNotes,
  ledgerAllocations,
  ledgerEntries,
  ledgerItems,
} from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { StatementStore } from '#functions/ports/database/debtors/statement-store.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { referenceForClient } from '../payments/reference-for-client.ts';
import { payingOrder } from '../payments/settle-account.ts';
import { readStillPayable, stillPayableSum } from '../write-offs/written-off-sums.ts';
import { ageingColumns, readAgeing } from './ageing-sums.ts';
import { entryColumns, entryRow } from './statement-entry.ts';

const statementRow = entryRow.extend({
  dueDate: z.string().nullable(),
  bankDate: z.string().nullable(),
  /** The numbers, or the kinds of what has none. */
  paidFor: z
    .string()
    .nullable()
    .transform((names) => names?.split(' ') ?? []),
});

const readEntries = (rows: readonly unknown[]) => rows.map((row) => statementRow.parse(row));

/** What a payment had paid on the last day, in the order in which it paid. */
const paidFor = (to: string): SQL => sql`(
  select string_agg(coalesce(debt.number, debt.kind), ' ' order by ${payingOrder(sql`debt`)})
  from (
    select debt_id from ${ledgerAllocations}
    where credit_id = entry.id and date <= ${to}::date group by debt_id having sum(amount) > 0
  ) as paid join ${ledgerItems} as debt on debt.id = paid.debt_id
  where entry.kind = 'payment')`;

/** A statement goes to the client, also where an administrator reads it. */
const entriesOf = (userId: number, to: string, isOnPage: SQL, limit: number): SQL => sql`
  select ${entryColumns(referenceForClient(sql`entry`, sql`note.reference`))}, case when entry.kind = 'invoice' then entry.due_date::text end as "dueDate",
    nullif(entry.bank_date, entry.date)::text as "bankDate", ${paidFor(to)} as "paidFor"
  from ${ledgerEntries} as entry
  join ${ledgerItems} as item on item.id = entry.item_id
  left join ${entryNotes} as note on note.entry_id = entry.id
  where entry.user_id = ${userId} and entry.date <= ${to}::date and ${isOnPage}
  order by entry.date, entry.id limit ${limit}`;

export const makeStatementStore = (db: Connection): StatementStore => ({
  read: async (userId, { from, to }, { ageOn, limit }, audit) => {
    const { rows } = await db.execute(sql`
      with audited as (${auditRowOf(userId, audit)}), of_entries as (
        select item_id as id, sum(amount) as amount, max(id) as newest,
          coalesce(sum(amount) filter (where date < ${from}::date), 0) as opening,
          coalesce(sum(amount) filter (where kind in ('write-off', 'write-off-reversal', 'recovery')), 0) as written_off
        from ${ledgerEntries} where user_id = ${userId} and date <= ${to}::date group by item_id
      ), of_allocations as (
        select item_id as id, sum(amount) as amount
        from ${ledgerAllocations} cross join lateral (values (credit_id), (debt_id)) as side (item_id)
        where user_id = ${userId} and date <= ${to}::date group by item_id
      ), items as (
        select item.age_date, item.kind, of_entries.opening, of_entries.newest, of_entries.written_off,
          greatest(of_entries.amount - coalesce(of_allocations.amount, 0), 0) as free,
          greatest(-of_entries.amount - coalesce(of_allocations.amount, 0), 0) as due
        from of_entries join ${ledgerItems} as item using (id) left join of_allocations using (id)
      ), account as (
        select ${users.OWNumber}, coalesce(sum(opening), 0) as opening, coalesce(sum(free), 0) as free,
          coalesce(max(newest), 0) as newest, ${stillPayableSum} as still_payable,
          ${ageingColumns({ due: sql`due`, ageDate: sql`age_date` }, ageOn)}
        from ${users} left join items on true
        where ${users.User_Id} = ${userId} group by ${users.User_Id}
      )
      select * from account
      left join (${entriesOf(userId, to, sql`entry.date >= ${from}::date`, limit)}) as page on true
      order by page.date, page.id`);

    return (
      rows[0] && {
        OWNumber: String(rows[0].OWNumber),
        openingCents: centsFromDecimal(String(rows[0].opening)),
        creditCents: centsFromDecimal(String(rows[0].free)),
        newestId: Number(rows[0].newest),
        ageing: readAgeing(rows[0]),
        stillPayable: readStillPayable(rows[0].still_payable),
        entries: readEntries(rows.filter(({ id }) => id !== null)),
      }
    );
  },

  // The writers of an account wait for each other, so its ids follow the order of its commits.
  listEntries: async (userId, { to }, { after, newestId, limit }) => {
    const isOnPage = sql`(entry.date, entry.id) > (${after.date}::date, ${after.id}::bigint) and entry.id <= ${newestId}`;
    const { rows } = await db.execute(entriesOf(userId, to, isOnPage, limit));

    return readEntries(rows);
  },
});
