import { and, or, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { moneyMail } from '#functions/adapters/database/mails/money-mail.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { matchesTerm } from '#functions/adapters/database/users/matches-term.ts';
import { ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  DebtorDay,
  DebtorFilter,
  DebtorPage,
  DebtorRow,
  DebtorStore,
} from '#functions/ports/database/debtors/debtor-store.ts';
import { creditor, debtor } from '#shared/contract/debtors/ledger-statements.ts';
import { ASCENDING_DEBTOR_SORTS, type DEBTOR_SORTS } from '#shared/contract/limits.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { isDue } from '../payments/due-items.ts';
import { ageingColumns, ageingNames, ageingTotals, MOST_OVERDUE, readAgeing } from './ageing-sums.ts';
import { itemsOn, partsOfDeletedOn } from './items-on-day.ts';

const ofItem = { due: sql`due`, ageDate: sql`age_date` };
const isOfDebtor = sql`${users.User_Id} = owing.user_id`;

/** What is owed today is read from the index `ledger_items_due` alone. */
const itemsOf = ({ day, isPast }: DebtorDay): SQL =>
  isPast ? sql`(${itemsOn(day)}) as item` : sql`${ledgerItems} where ${isDue}`;

const oldest = sql`min(age_date) filter (where due > 0)`;

/** The clients who owe and match, each with the five sums. Today none of them has credit (D53). */
const owingOf = ({ terms, min, overdue, ...on }: DebtorFilter): SQL => {
  const owing = sql`
    select user_id, sum(due) as due, ${on.isPast ? sql`sum(free)` : sql`0::numeric`} as credit, ${oldest} as oldest,
      ${ageingColumns(ofItem, on.day)}
    from ${itemsOf(on)} group by user_id
    having ${and(
      sql`sum(due) > 0`,
      min === undefined ? undefined : sql`sum(due) >= ${min}::numeric`,
      overdue ? sql`${oldest} < ${on.day}::date` : undefined,
    )}`;

  return terms.length === 0
    ? owing
    : sql`select owing.* from (${owing}) as owing join ${users} on ${isOfDebtor} where ${or(...terms.map(matchesTerm))}`;
};

/**
 * The bank's day of the last payment up to the day that was not reversed by then. Only payments on the first day of a
 * month may have been moved there by a closed month (D70), so mostly the index alone tells it.
 */
const lastPaymentOn = ({ day, isPast }: DebtorDay): SQL => {
  const stood = isPast
    ? sql`paid.date <= ${day}::date and (paid.amount > 0 or exists (
        select from ${ledgerEntries} as reversal
        where reversal.item_id = paid.id and reversal.kind = 'reversal' and reversal.date > ${day}::date))`
    : sql`paid.amount > 0`;
  const isPayment = sql`paid.user_id = owing.user_id and paid.kind = 'payment' and ${stood}`;

  return sql`(
    select case when extract(day from newest) <> 1 then newest else (
      select max(coalesce(entry.bank_date, entry.date))
      from ${ledgerItems} as paid join ${ledgerEntries} as entry on entry.id = paid.id where ${isPayment}) end
    from (select max(date) as newest from ${ledgerItems} as paid where ${isPayment}) as paid)`;
};

const name = sql`trim(${users.User_Name} || ' ' || ${users.User_Surname})`;

const ofAccount = (value: SQL): SQL => sql`(select ${value} from ${users} where ${isOfDebtor})`;

/** What each column is sorted by; those of the account and the last payment are read for every debtor. */
const SORTS: Record<Exclude<(typeof DEBTOR_SORTS)[number], 'lastPayment'>, SQL> = {
  name: ofAccount(sql`${users.search_name} || ' ' || ${users.search_surname}`),
  company: ofAccount(sql`${users.search_org}`),
  oldest: sql`owing.oldest`,
  notDue: sql`owing."notDue"`,
  days30: sql`owing.days30`,
  days60: sql`owing.days60`,
  days90: sql`owing.days90`,
  older: sql`owing.older`,
  due: sql`owing.due`,
};

/** Clients without a company come last in both directions. */
const orderOf = ({ sort, direction }: DebtorPage, lastPayment: SQL): SQL => {
  if (!sort) {
    return MOST_OVERDUE;
  }
  const usual = ASCENDING_DEBTOR_SORTS.includes(sort) ? 'asc' : 'desc';

  // Who has never paid comes before all who have.
  const column = sort === 'lastPayment' ? sql`coalesce(${lastPayment}, '-infinity')` : SORTS[sort];

  return sql`${column} ${sql.raw(direction ?? usual)} nulls last`;
};

const debtorRow = debtor.pick({
  userId: true,
  name: true,
  company: true,
  OWNumber: true,
  oldestDueDate: true,
  lastPaymentDate: true,
  mail: true,
});

const readDebtor = (json: string): DebtorRow => {
  const row: unknown = JSON.parse(json);

  return {
    ...debtorRow.parse(row),
    creditCents: centsFromDecimal(String((row as { credit: unknown }).credit)),
    ageing: readAgeing(row as Record<string, unknown>),
  };
};

/** What accounts that were deleted since owed on a past day, by age. */
const closedAgesOn = (day: string): SQL => sql`
  select ${ageingColumns({ due: sql`part.due`, ageDate: sql`item.age_date` }, day)}
  from ${partsOfDeletedOn(day)} join ${ledgerItems} as item on item.id = part.id`;

/** The clients in credit. Today's credit is read from the index of what is free. */
const creditsOf = ({ day, isPast }: DebtorDay): SQL => sql`
  select user_id, sum(free) as credit, min(date) as since
  from ${isPast ? sql`(${itemsOn(day)}) as item` : ledgerItems} where free > 0 ${isPast ? sql`` : sql`and not is_retained`}
  group by user_id`;

const creditRow = creditor.omit({ credit: true }).extend({
  creditCents: z.union([z.string(), z.number()]).transform((credit) => centsFromDecimal(String(credit))),
});

export const makeDebtorStore = (db: Connection): DebtorStore => ({
  list: async (filter, page, audit) => {
    const owing = db.$with('owing', {}).as(owingOf(filter));
    const lastPayment = lastPaymentOn(filter);
    const ordered = sql`
      select owing.*, row_number() over (order by ${orderOf(page, lastPayment)}, owing.user_id) as place from ${owing}`;
    const debtors = sql`
      select owing.place, owing.user_id as "userId", ${users.OWNumber} as "OWNumber", ${name} as name,
        ${users.User_Org} as company, ${ageingNames}, owing.credit, owing.oldest as "oldestDueDate",
        ${lastPayment} as "lastPaymentDate", ${moneyMail} as mail
      from (${ordered}) as owing join ${users} on ${isOfDebtor}
      where owing.place > ${page.offset} and owing.place <= ${page.offset + page.limit}`;
    const rows = await db
      .with(...(audit ? auditingPage(db, audit) : []), owing)
      .select({
        total: sql<number>`(select count(*) from ${owing})`,
        debtor: sql<string | null>`to_jsonb(debtor)`,
      })
      .from(ONE_ROW)
      .leftJoin(sql`(${debtors}) as debtor`, sql`true`)
      .orderBy(sql`debtor.place`);

    return {
      total: rows[0]?.total ?? 0,
      debtors: rows.flatMap(({ debtor: found }) => (found === null ? [] : [readDebtor(found)])),
    };
  },

  sum: async (filter, audit) => {
    const isFiltered = filter.terms.length > 0 || filter.min !== undefined || filter.overdue;
    const sums = isFiltered
      ? sql`select ${ageingTotals} from (${owingOf(filter)}) as owing`
      : sql`select ${ageingColumns(ofItem, filter.day)} from ${itemsOf(filter)}`;
    const closed = sql`(select to_jsonb(closed) from (${closedAgesOn(filter.day)}) as closed)`;
    const [row] = await db
      .with(...(audit ? auditingPage(db, audit) : []))
      .select({
        sums: sql<string>`to_jsonb(sums)`,
        closed: sql<string | null>`${filter.isPast && !isFiltered ? closed : sql`null`}`,
      })
      .from(sql`(${sums}) as sums`);

    return {
      ageing: readAgeing(row ? JSON.parse(row.sums) : {}),
      closed: row?.closed ? readAgeing(JSON.parse(row.closed)) : undefined,
    };
  },

  listCredits: async (on, { offset, limit }, audit) => {
    const creditors = db.$with('creditors', {}).as(creditsOf(on));
    const clients = sql`
      select creditor.place, creditor.user_id as "userId", ${users.OWNumber} as "OWNumber", ${name} as name,
        ${users.User_Org} as company, creditor.credit as "creditCents", creditor.since
      from (select *, row_number() over (order by credit desc, user_id) as place from ${creditors}) as creditor
      join ${users} on ${users.User_Id} = creditor.user_id
      where creditor.place > ${offset} and creditor.place <= ${offset + limit}`;
    const rows = await db
      .with(...(audit ? auditingPage(db, audit) : []), creditors)
      .select({
        total: sql<number>`(select count(*) from ${creditors})`,
        sum: sql<string>`(select coalesce(sum(credit), 0) from ${creditors})`,
        closed: sql<string>`${on.isPast ? sql`(select coalesce(sum(part.free), 0) from ${partsOfDeletedOn(on.day)})` : sql`0`}`,
        client: sql<string | null>`to_jsonb(client)`,
      })
      .from(ONE_ROW)
      .leftJoin(sql`(${clients}) as client`, sql`true`)
      .orderBy(sql`client.place`);

    return {
      total: rows[0]?.total ?? 0,
      sumCents: centsFromDecimal(String(rows[0]?.sum ?? 0)),
      closedCents: centsFromDecimal(String(rows[0]?.closed ?? 0)),
      clients: rows.flatMap(({ client }) => (client === null ? [] : [creditRow.parse(JSON.parse(client))])),
    };
  },
});
