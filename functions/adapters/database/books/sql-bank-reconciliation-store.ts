import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage, auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import { bankFiles, bankLines } from '#functions/database/schema/bank-tables.ts';
import { entryNotes, ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { BankReconciliationStore } from '#functions/ports/database/books/bank-reconciliation-store.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import { RECONCILIATION_LISTS } from '#shared/books/reconciliation-rows.ts';
import { PAYMENT_METHODS } from '#shared/contract/money-limits.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { itemParts } from './reconciled-rows.ts';

const textOrNull = z.string().nullable();
const numberOrNull = z.number().nullable();
/** An amount, which is a number in JSON. */
const cents = z.number().transform((amount) => centsFromDecimal(String(amount)));

const statedAccount = z.object({
  number: z.string(),
  files: z.array(z.object({ id: z.number(), fileName: z.string(), from: z.string(), to: z.string() })),
  wasRead: z.boolean(),
  begins: textOrNull,
  until: textOrNull,
  gaps: z.array(z.object({ after: z.string(), before: z.string(), differenceCents: cents.nullable() })),
  lacksBalances: z.boolean(),
  openingCents: cents.nullable(),
  closingCents: cents.nullable(),
});

const periodRow = z.object({
  accounts: z.array(statedAccount),
  sums: z.array(z.object({ row: z.enum(RECONCILIATION_LISTS), account: textOrNull, cents })),
  isClosed: z.boolean(),
});

const itemRow = z.object({
  row: z.enum(RECONCILIATION_LISTS),
  account: textOrNull,
  cents,
  date: z.string(),
  entryDate: textOrNull,
  paymentId: numberOrNull,
  method: z.enum(PAYMENT_METHODS).nullable(),
  reversedOn: textOrNull,
  lineId: numberOrNull,
  description: textOrNull,
  rows: numberOrNull,
  fileId: numberOrNull,
  fileName: textOrNull,
  userId: numberOrNull,
  OWNumber: textOrNull,
  name: textOrNull,
  company: textOrNull,
});

/** True for a gap in the days of files without balances: a working day that no file covers. */
const lacksWorkingDay = (account: SQL, after: SQL, before: SQL): SQL => sql`exists (
  select from generate_series(${after} + 1, ${before} - 1, interval '1 day') as missing
  where extract(isodow from missing) < 6 and not exists (
    select from ${bankFiles} as file
    where file.account = ${account} and missing between file.from_day and file.to_day))`;

/**
 * What the files of each account say: the balances around the period, and the places where the balance of a day does not
 * follow from the day before that the files have.
 */
const statedParts = ({ from, to }: Period): SQL => sql`
  chain as (
    select *, lag(day) over neighbours as last_day, lag(balance) over neighbours as last_balance
    from stated_days window neighbours as (partition by account order by day)
  ), gap as (
    select account, last_day, day, balance - moved - last_balance as difference from chain
    where day >= ${from}::date and last_day <= ${to}::date and coalesce(
      balance - moved <> last_balance, ${lacksWorkingDay(sql`chain.account`, sql`last_day`, sql`day`)})
  ), stated as (
    select number, (
        select jsonb_agg(jsonb_build_object('id', id, 'fileName', file_name, 'from', from_day, 'to', to_day)
          order by from_day, id)
        from ${bankFiles} where account = number and from_day <= ${to}::date and to_day >= ${from}::date) as files, (
        select min(from_day) from ${bankFiles} where account = number) as first_day, (
        select jsonb_agg(jsonb_build_object('after', last_day, 'before', day, 'differenceCents', difference)
          order by day)
        from gap where account = number) as gaps, (
        select coalesce(bool_or(balance is null), false) from days where account = number) as lacks_balances, coalesce(
        (select jsonb_build_object('balance', balance) from stated_days
          where account = number and day < ${from}::date order by day desc limit 1),
        (select jsonb_build_object('balance', balance - moved) from days
          where account = number order by day limit 1)) -> 'balance' as opening, (
        select balance from stated_days where account = number and day <= ${to}::date order by day desc limit 1) as closing, (
        select max(least(to_day, ${to}::date)) from ${bankFiles}
        where account = number and from_day <= ${to}::date) as read_until, exists (
        select from chain where account = number and last_day <= ${to}::date and day > ${to}::date and not exists (
          select from gap where gap.account = number and gap.day = chain.day)) as is_followed
    from account
  )`;

const accountJson = ({ from, to }: Period): SQL => sql`jsonb_build_object(
  'number', number, 'files', coalesce(files, '[]'), 'gaps', coalesce(gaps, '[]'), 'lacksBalances', lacks_balances,
  'wasRead', first_day is not null,
  'begins', case when first_day > ${from}::date and first_day <= ${to}::date then first_day end,
  'until', case when is_followed then ${to}::date else case when read_until >= ${from}::date then read_until end end,
  'openingCents', opening, 'closingCents', closing)`;

export const makeBankReconciliationStore = (db: Connection): BankReconciliationStore => ({
  readPeriod: async (numbers, period, audit) => {
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })}),
      ${itemParts(numbers, period)}, ${statedParts(period)}
      select jsonb_build_object(
        'accounts', coalesce((select jsonb_agg(${accountJson(period)} order by number) from stated), '[]'),
        'sums', coalesce((
          select jsonb_agg(jsonb_build_object('row', figure, 'account', account, 'cents', sum))
          from (select figure, account, sum(amount) as sum from items group by figure, account) as summed), '[]'),
        'isClosed', coalesce(${period.to}::date < first_open_day(), false))::text as period`);

    return periodRow.parse(JSON.parse(String(rows[0]?.period)));
  },

  listItems: async (numbers, period, chosen, { offset, limit }, audit) => {
    const isChosen = chosen
      ? sql`figure = ${chosen.row} and account is not distinct from ${chosen.account}::text`
      : sql`true`;
    const order = sql`item.account nulls last,
      array_position(${`{${RECONCILIATION_LISTS.join(',')}}`}::text[], item.figure), item.date, item.line_id,
      item.entry_id, item.file_id`;
    const found = db.$with('found', {}).as(sql`
      with ${itemParts(numbers, period)} select * from items where ${isChosen}`);
    const shown = sql`(
      select row_number() over (order by ${order}) as place, jsonb_build_object(
        'row', item.figure, 'account', item.account, 'cents', item.amount, 'date', item.date, 'entryDate', entry.date,
        'paymentId', payment.id, 'method', payment.method, 'reversedOn', reversal.date, 'lineId', item.line_id,
        'description', coalesce(nullif(concat_ws(' ', nullif(line.description, ''), line.reference), ''), note.reference),
        'rows', item.rows, 'fileId', item.file_id, 'fileName', file.file_name, 'userId', entry.user_id,
        'OWNumber', client."OWNumber", 'name', trim(client."User_Name" || ' ' || client."User_Surname"),
        'company', client."User_Org")::text as json
      from (select * from ${found} as item order by ${order} offset ${offset} limit ${limit}) as item
      left join ${ledgerEntries} as entry on entry.id = item.entry_id
      left join ${ledgerEntries} as payment on payment.id = entry.item_id
      left join ${ledgerEntries} as reversal on reversal.item_id = payment.id and reversal.kind = 'reversal'
      left join ${entryNotes} as note on note.entry_id = payment.id
      left join ${bankLines} as line on line.id = item.line_id
      left join ${bankFiles} as file on file.id = item.file_id
      left join ${users} as client on client."User_Id" = entry.user_id) as shown`;
    const rows = await db
      .with(...(audit ? auditingPage(db, audit) : []), found)
      .select({
        total: sql<number>`(select count(*) from ${found})`,
        item: sql<string | null>`shown.json`,
      })
      .from(ONE_ROW)
      .leftJoin(shown, sql`true`)
      .orderBy(sql`shown.place`);

    return {
      total: Number(rows[0]?.total ?? 0),
      items: rows.flatMap(({ item }) => (item === null ? [] : [itemRow.parse(JSON.parse(item))])),
    };
  },
});
