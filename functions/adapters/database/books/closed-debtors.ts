import { sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { isoFromDataApi } from '#functions/database/instant.ts';
import { bookClosings, closingDebtors, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { ClosedAges, ClosingStore } from '#functions/ports/database/books/closing-store.ts';
import { centsFromDecimal } from '#shared/money.ts';
import {
  ageingColumns,
  ageingNames,
  ageingTotals,
  MOST_OVERDUE,
  readAgeing,
} from '../debtors/ageing-sums.ts';
import { itemPartsOn } from '../debtors/items-on-day.ts';
import { purgedBalanceOn } from './purged-sums.ts';

/** The sums of a closing's totals that are those of its age analysis. */
const totalsOfList = sql`jsonb_build_object('owed', list.owed, 'credit', list.credit, 'closedAccounts', list.closed)`;

const clientRow = z.object({
  user_id: z.number(),
  ow_number: z.string().nullable(),
  name: z.string().nullable(),
  company: z.string().nullable(),
});

const readAges = (row: unknown): ClosedAges => {
  const { credit = 0, ...ages } = (row ?? {}) as Record<string, unknown>;

  return {
    ageing: readAgeing({ ...ages, notDue: ages.not_due }),
    creditCents: centsFromDecimal(String(credit)),
  };
};

const sums = sql`
  coalesce(sum(not_due), 0) as not_due, coalesce(sum(days30), 0) as days30, coalesce(sum(days60), 0) as days60,
  coalesce(sum(days90), 0) as days90, coalesce(sum(older), 0) as older, coalesce(sum(credit), 0) as credit`;

/** The age analysis that a closing stores with its figures, in the statement that stores those (D70). */
export const makeClosedDebtors = (db: Connection): Pick<ClosingStore, 'keepFigures' | 'listDebtors'> => ({
  keepFigures: async (id, { totals, vat }) => {
    const day = totals.to;
    const ofItem = { due: sql`part.due`, ageDate: sql`item.age_date` };
    // What a client owes may become that of a closed account between the totals and this statement: the list decides.
    await db.execute(sql`
      with owing as (
        select case when not item.is_retained then item.user_id end as user_id, sum(part.due) as due,
          sum(part.free) as credit, ${ageingColumns(ofItem, day)}
        from (${itemPartsOn(day)}) as part join ${ledgerItems} as item on item.id = part.id
        group by 1
      ), list as (
        select coalesce(sum(due) filter (where user_id is not null), 0) as owed,
          coalesce(sum(credit) filter (where user_id is not null), 0) as credit,
          coalesce(sum(due - credit) filter (where user_id is null), 0) + ${purgedBalanceOn(day)} as closed,
          (select to_jsonb(ages) from (
            select ${ageingTotals} from owing where user_id is not null) as ages) as ageing
        from owing
      ), kept as (
        update ${bookClosings}
        set totals = ${JSON.stringify(totals)}::jsonb || ${totalsOfList}, ageing = list.ageing,
          vat = ${JSON.stringify(vat)}::jsonb
        from list where id = ${id} and totals is null and opened_at is null
        returning id
      )
      insert into ${closingDebtors} (closing_id, position, user_id, ow_number, name, company, not_due, days30, days60,
        days90, older, credit)
      select kept.id, row_number() over (order by owing.user_id is null, ${MOST_OVERDUE}, owing.user_id), owing.user_id,
        account."OWNumber", trim(account."User_Name" || ' ' || account."User_Surname"), account."User_Org",
        ${ageingNames}, owing.credit
      from kept cross join owing left join ${users} as account on account."User_Id" = owing.user_id
      where owing.due <> 0 or owing.credit <> 0`);
  },

  listDebtors: async (closingId, { offset, limit }, audit) => {
    const stored = db.$with('stored', {}).as(sql`
      select * from ${closingDebtors} where closing_id = ${closingId}`);
    const isKept = sql`exists (select from ${bookClosings} where id = ${closingId} and totals is not null)`;
    const shown = sql`(
      select position, to_jsonb(stored) as debtor from stored
      where user_id is not null and position > ${offset} and position <= ${offset + limit}) as shown`;
    const rows = await db
      .with(...(audit ? auditingPage(db, audit, isKept) : []), stored)
      .select({
        closing: sql<string | null>`(
          select jsonb_build_object('month', to_char(last_day, 'YYYY-MM'), 'closedAt', closed_at at time zone 'UTC')
          from ${bookClosings} where id = ${closingId} and totals is not null)`,
        total: sql<number>`(select count(*) from stored where user_id is not null)`,
        closed: sql<
          string | null
        >`(select to_jsonb(sums) from (select ${sums} from stored where user_id is null) as sums)`,
        all: sql<string | null>`(select to_jsonb(sums) from (select ${sums} from stored) as sums)`,
        debtor: sql<string | null>`shown.debtor`,
      })
      .from(ONE_ROW)
      .leftJoin(shown, sql`true`)
      .orderBy(sql`shown.position`);
    const [first] = rows;
    if (!first?.closing) {
      return undefined;
    }
    const { month, closedAt } = z
      .object({ month: z.string(), closedAt: z.string().transform(isoFromDataApi) })
      .parse(JSON.parse(first.closing));

    return {
      month,
      closedAt,
      total: first.total,
      closedAccounts: readAges(JSON.parse(first.closed ?? '{}')),
      sums: readAges(JSON.parse(first.all ?? '{}')),
      debtors: rows.flatMap(({ debtor }) => {
        if (debtor === null) {
          return [];
        }
        const row: unknown = JSON.parse(debtor);
        const { user_id, ow_number, ...names } = clientRow.parse(row);

        return [{ ...readAges(row), ...names, userId: user_id, OWNumber: ow_number }];
      }),
    };
  },
});
