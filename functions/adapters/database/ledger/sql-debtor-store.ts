import { and, or, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isBlocked } from '#functions/adapters/database/mails/mail-blocks.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage } from '#functions/adapters/database/system/audited-reads.ts';
import { matchesTerm } from '#functions/adapters/database/users/matches-term.ts';
import { mailsAreOn } from '#functions/adapters/database/users/user-columns.ts';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type {
  DebtorFilter,
  DebtorPage,
  DebtorRow,
  DebtorStore,
} from '#functions/ports/database/ledger/debtor-store.ts';
import { debtor } from '#shared/contract/ledger-statements.ts';
import { ASCENDING_DEBTOR_SORTS, type DEBTOR_SORTS } from '#shared/contract/limits.ts';
import { ageingColumns, ageingNames, ageingTotals, readAgeing } from './ageing-sums.ts';
import { isDue } from './due-items.ts';

const ofItem = { due: sql`due`, ageDate: sql`age_date` };
const isOfDebtor = sql`${users.User_Id} = owing.user_id`;

/** The clients who owe and match, each with the five sums; all of it is read from the index `ledger_items_due`. */
const owingOf = ({ terms, min, overdue, day }: DebtorFilter): SQL => {
  const owing = sql`
    select user_id, sum(due) as due, min(age_date) as oldest,
      ${ageingColumns(ofItem, day)}
    from ${ledgerItems} where ${isDue} group by user_id
    having ${and(
      sql`true`,
      min === undefined ? undefined : sql`sum(due) >= ${min}::numeric`,
      overdue ? sql`min(age_date) < ${day}::date` : undefined,
    )}`;

  return terms.length === 0
    ? owing
    : sql`select owing.* from (${owing}) as owing join ${users} on ${isOfDebtor} where ${or(...terms.map(matchesTerm))}`;
};

const lastPayment = sql`(
  select max(date) from ${ledgerItems} as paid
  where paid.user_id = owing.user_id and paid.kind = 'payment' and paid.amount > 0)`;
const name = sql`trim(${users.User_Name} || ' ' || ${users.User_Surname})`;

const ofAccount = (value: SQL): SQL => sql`(select ${value} from ${users} where ${isOfDebtor})`;

/** What each column is sorted by; those of the account and the last payment are read for every debtor. */
const SORTS: Record<(typeof DEBTOR_SORTS)[number], SQL> = {
  name: ofAccount(sql`lower(${name})`),
  company: ofAccount(sql`lower(${users.User_Org})`),
  oldest: sql`owing.oldest`,
  notDue: sql`owing."notDue"`,
  days30: sql`owing.days30`,
  days60: sql`owing.days60`,
  days90: sql`owing.days90`,
  older: sql`owing.older`,
  due: sql`owing.due`,
  // Who has never paid comes before all who have.
  lastPayment: sql`coalesce(${lastPayment}, '-infinity')`,
};

/** The most overdue: what is the oldest counts first, and in each age the larger amount. */
const MOST_OVERDUE = sql`owing.older desc, owing.days90 desc, owing.days60 desc, owing.days30 desc, owing.due desc`;

/** Clients without a company come last in both directions. */
const orderOf = ({ sort, direction }: DebtorPage): SQL => {
  if (!sort) {
    return MOST_OVERDUE;
  }
  const usual = ASCENDING_DEBTOR_SORTS.includes(sort) ? 'asc' : 'desc';

  return sql`${SORTS[sort]} ${sql.raw(direction ?? usual)} nulls last`;
};

/** Whether a mail about money would be sent, and why not, as `checkMayBeSent` answers it. */
const mail = sql`case
  when ${users.email_verified_at} is null then 'unverified'
  when ${users.User_Status} = 0 or not ${mailsAreOn} then 'off'
  when ${isBlocked(users.User_Id, users.User_Email)} then 'blocked'
  else 'on' end`;

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

  return { ...debtorRow.parse(row), ageing: readAgeing(row as Record<string, unknown>) };
};

export const makeDebtorStore = (db: Connection): DebtorStore => ({
  list: async (filter, page, audit) => {
    const owing = db.$with('owing', {}).as(owingOf(filter));
    const ordered = sql`
      select owing.*, row_number() over (order by ${orderOf(page)}, owing.user_id) as place from ${owing}`;
    const debtors = sql`
      select owing.place, owing.user_id as "userId", ${users.OWNumber} as "OWNumber", ${name} as name,
        ${users.User_Org} as company, ${ageingNames}, owing.oldest as "oldestDueDate",
        ${lastPayment} as "lastPaymentDate", ${mail} as mail
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
      : sql`select ${ageingColumns(ofItem, filter.day)} from ${ledgerItems} where ${isDue}`;
    const [row] = await db
      .with(...(audit ? auditingPage(db, audit) : []))
      .select({ sums: sql<string>`to_jsonb(sums)` })
      .from(sql`(${sums}) as sums`);

    return readAgeing(row ? JSON.parse(row.sums) : {});
  },

  readOneMoment: async () => {
    await db.execute(sql`set transaction isolation level repeatable read, read only`);
  },
});
