import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage, auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { bankBookings, bankLines, unidentifiedReceipts } from '#functions/database/schema/bank-tables.ts';
import {
  bookClosings,
  entryNotes,
  ledgerEntries,
  ledgerItems,
  purgedSums,
} from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { ControlSums, LedgerBookStore } from '#functions/ports/database/books/ledger-book-store.ts';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { RECEIPT_ENTRY_KINDS } from '#shared/contract/money-limits.ts';
import { centsFromDecimal } from '#shared/money.ts';
import { itemSumsOn } from '../debtors/items-on-day.ts';
import { entryColumns, entryRow } from '../debtors/statement-entry.ts';
import { isPurgedReceipt, placesOf, sumOfRow } from './book-rows.ts';
import { allEntries, isOfEntries, purgedBalanceOn } from './purged-sums.ts';

const textOrNull = z.string().nullable();
/** An amount, which is a number in JSON. */
const cents = z.union([z.string(), z.number()]).transform((decimal) => centsFromDecimal(String(decimal)));
const instant = z.string().transform((text) => new Date(text).toISOString());

const bookRow = entryRow.extend({
  amountCents: cents,
  userId: z.number().nullable(),
  OWNumber: textOrNull,
  name: textOrNull,
  company: textOrNull,
  bankDate: textOrNull,
  dueDate: textOrNull,
  vatCents: cents.nullable(),
  changes: textOrNull,
  writtenBy: textOrNull,
  createdAt: instant,
  lineId: z.number().nullable(),
  bankAccount: textOrNull,
});

const bankRow = <Kind extends string>(kinds: readonly [Kind, ...Kind[]]) =>
  z.object({
    id: z.number(),
    kind: z.enum(kinds),
    date: z.string(),
    bankDate: textOrNull,
    amountCents: cents,
    lineId: z.number().nullable(),
    bankAccount: textOrNull,
    description: textOrNull,
    reason: textOrNull,
    writtenBy: textOrNull,
    createdAt: instant,
  });
const receiptRow = bankRow(RECEIPT_ENTRY_KINDS);

const openingRow = z.object({
  id: z.number(),
  kind: z.literal('month-opening'),
  date: z.string(),
  lastDay: z.string(),
  reason: textOrNull,
  writtenBy: textOrNull,
  createdAt: instant,
});

/** The columns of `bookRow`, without a name of a deleted client. */
const bookColumns = sql`
  ${entryColumns(sql`note.reference`)}, entry.user_id as "userId", account."OWNumber", account."User_Org" as company,
  trim(account."User_Name" || ' ' || account."User_Surname") as name, entry.bank_date::text as "bankDate",
  entry.due_date::text as "dueDate", entry.vat as "vatCents",
  case when entry.kind = 'credit-note' then (
      select invoiced.number from ${ledgerItems} as invoiced where invoiced.invoice_id = entry.invoice_id)
    when entry.item_id <> entry.id then coalesce(item.number,
      case when item.kind = 'payment' then 'Payment ' || item.id else item.id::text end) end as changes,
  entry.written_by_name as "writtenBy",
  to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", line.id as "lineId",
  line.account as "bankAccount"`;

const besideEntry = sql`
  join ${ledgerItems} as item on item.id = entry.item_id
  left join ${entryNotes} as note on note.entry_id = entry.id
  left join ${users} as account on account."User_Id" = entry.user_id
  left join ${bankBookings} as booking on booking.entry_id = entry.id and booking.ended_at is null
  left join ${bankLines} as line on line.id = booking.line_id`;

/** The same columns of an `entry` that is the sum of deleted ones. */
const purgedColumns = sql`
  -entry.id as id, entry.date::text, entry.kind, null as number, null as method, null as reference, null as reason,
  case when entry.kind = 'reversal' then case when entry.is_negative then 'payment' else 'invoice' end end as "reversedKind",
  entry.amount as "amountCents", null::int as "userId", null as "OWNumber", null as company, null as name,
  null as "bankDate", null as "dueDate", entry.vat as "vatCents", null as changes, null as "writtenBy",
  to_char(entry.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", null::bigint as "lineId",
  null as "bankAccount"`;

/** The columns of `receiptRow`, of a row of the unidentified receipts and of a sum of purged ones. */
const receiptColumns = sql`
  receipt.id, 'unidentified-' || receipt.kind as kind, receipt.date::text, receipt.bank_date::text as "bankDate",
  receipt.amount as "amountCents", line.id as "lineId", line.account as "bankAccount",
  nullif(line.description, '') as description, receipt.reason, receipt.written_by_name as "writtenBy",
  to_char(receipt.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`;
const purgedReceiptColumns = sql`
  -receipt.id as id, receipt.kind, receipt.date::text, null as "bankDate", receipt.amount as "amountCents",
  null::bigint as "lineId", null as "bankAccount", null as description, null as reason, null as "writtenBy",
  to_char(receipt.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`;

const openingColumns = sql`
  closing.id, 'month-opening' as kind, place.date::text, last_day::text as "lastDay", reason,
  opened_by_name as "writtenBy",
  to_char(opened_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt"`;

export const makeLedgerBookStore = (db: Connection): LedgerBookStore => ({
  countByDay: async ({ from, to }) => {
    const { rows } = await db.execute(sql`
      select date::text as day, count(*) as count from ${allEntries}
      where date between ${from}::date and ${to}::date group by date order by date`);

    return rows.map(({ day, count }) => ({ day: String(day), count: Number(count) }));
  },

  list: async ({ from, to }, after, limit) => {
    const isAfter = (id: SQL) =>
      after
        ? sql`(entry.date, ${id}) > (${after.date}::date, ${after.id}::bigint)`
        : sql`entry.date >= ${from}::date`;
    // Each part ends at the limit, so that each reads its index and no page sorts the period.
    const { rows } = await db.execute(sql`
      select * from (
        (select ${bookColumns}
        from ${ledgerEntries} as entry ${besideEntry}
        where entry.date <= ${to}::date and ${isAfter(sql`entry.id`)}
        order by entry.date, entry.id limit ${limit})
        union all
        (select ${purgedColumns}
        from ${purgedSums} as entry
        where ${isOfEntries} and entry.date <= ${to}::date and ${isAfter(sql`-entry.id`)}
        order by entry.date, -entry.id limit ${limit})
      ) as entry order by entry.date, entry.id limit ${limit}`);

    return rows.map((row) => bookRow.parse(row));
  },

  listRow: async (row, period, { offset, limit }, audit) => {
    const places = db.$with('places', {}).as(placesOf(row, period));
    const order = sql`date, source, id`;
    const shown = db
      .$with('shown', {})
      .as(sql`select * from ${places} order by ${order} limit ${limit}::int offset ${offset}::bigint`);
    const entries = sql`
      select place.*, coalesce(
        to_jsonb(entry), to_jsonb(purged), to_jsonb(receipt), to_jsonb(purged_receipt), to_jsonb(opening)) as entry
      from ${shown} as place
      left join lateral (
        select ${bookColumns} from ${ledgerEntries} as entry ${besideEntry}
        where entry.id = place.id and place.source = 'entry'
      ) as entry on true
      left join lateral (
        select ${purgedColumns} from ${purgedSums} as entry where entry.id = -place.id and place.source = 'entry'
      ) as purged on true
      left join lateral (
        select ${receiptColumns} from ${unidentifiedReceipts} as receipt join ${bankLines} as line on line.id = receipt.line_id
        where receipt.id = place.id and place.source = 'receipt'
      ) as receipt on true
      left join lateral (
        select ${purgedReceiptColumns} from ${purgedSums} as receipt
        where receipt.id = -place.id and place.source = 'receipt'
      ) as purged_receipt on true
      left join lateral (
        select ${openingColumns} from ${bookClosings} as closing
        where closing.id = place.id and place.source = 'opening'
      ) as opening on true`;
    const rows = await db
      .with(...auditingPage(db, audit), places, shown)
      .select({
        total: sql<number>`(select count(*) from ${places})`,
        entry: sql<string | null>`entry`,
      })
      .from(ONE_ROW)
      .leftJoin(sql`(${entries}) as found`, sql`true`)
      .orderBy(order);

    return {
      total: rows[0]?.total ?? 0,
      entries: rows.flatMap(({ entry }) =>
        entry === null ? [] : [z.union([openingRow, receiptRow, bookRow]).parse(JSON.parse(entry))],
      ),
    };
  },

  listBankEntries: async ({ from, to }, { offset, limit }) => {
    const isInPeriod = (day: SQL) => sql`${day} between ${from}::date and ${to}::date`;
    const { rows } = await db.execute(sql`
      select ${receiptColumns}
      from ${unidentifiedReceipts} as receipt join ${bankLines} as line on line.id = receipt.line_id
      where ${isInPeriod(sql`receipt.date`)}
      union all
      select ${purgedReceiptColumns} from ${purgedSums} as receipt
      where ${isPurgedReceipt} and ${isInPeriod(sql`receipt.date`)}
      union all
      select line.id, 'bank-fee', line.fee_date::text, line.date::text, -line.fee, line.id, line.account,
        nullif(line.description, ''), null, ${nameOf(sql`line.decided_by`)},
        to_char(line.decided_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
      from ${bankLines} as line where ${isInPeriod(sql`line.fee_date`)}
      order by 3, 2, 1 offset ${offset} limit ${limit}`);

    return rows.map((row) => bankRow([...RECEIPT_ENTRY_KINDS, 'bank-fee']).parse(row));
  },

  readControlAccount: async ({ from, to }, audit) => {
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })}), closed as (
        select last_day, (totals ->> 'closing')::numeric as closing from ${bookClosings}
        where opened_at is null and totals is not null and last_day < ${from}::date
        order by last_day desc limit 1
      ), before as (
        select coalesce((select closing from closed), 0) - coalesce(sum(amount), 0) as opening
        from ${allEntries}
        where date < ${from}::date and date > coalesce((select last_day from closed), '-infinity')
      ), during as (
        select ${sql.join(CONTROL_ROWS.map(sumOfRow), sql`, `)}
        from ${allEntries} where date between ${from}::date and ${to}::date
      ), items as (
        select due - "deletedDue" as owed, free - "deletedFree" as credit,
          "deletedDue" - "deletedFree" + ${purgedBalanceOn(to)} as "closedAccounts"
        from (${itemSumsOn(to)}) as sums
      ), unidentified as (
        select coalesce(sum(amount) filter (where date < ${from}::date), 0) as "unidentifiedOpening",
          coalesce(sum(amount) filter (where date >= ${from}::date and kind = 'in'), 0) as "unidentifiedIn",
          coalesce(-sum(amount) filter (where date >= ${from}::date and kind <> 'in'), 0) as "unidentifiedOut"
        from (
          select date, kind, amount from ${unidentifiedReceipts}
          union all
          select date, replace(kind, 'unidentified-', ''), amount from ${purgedSums} where kind like 'unidentified-%'
        ) as receipts where date <= ${to}::date
      )
      select *, coalesce(${to}::date < first_open_day(), false) as "isClosed"
      from before, during, items, unidentified`);
    const [row = {}] = rows;
    const centsOf = (name: string) => centsFromDecimal(String(row[name]));

    return {
      openingCents: centsOf('opening'),
      rows: Object.fromEntries(CONTROL_ROWS.map((name) => [name, centsOf(name)])) as ControlSums['rows'],
      owedCents: centsOf('owed'),
      creditCents: centsOf('credit'),
      closedAccountsCents: centsOf('closedAccounts'),
      unidentified: {
        openingCents: centsOf('unidentifiedOpening'),
        inCents: centsOf('unidentifiedIn'),
        outCents: centsOf('unidentifiedOut'),
      },
      isClosed: row.isClosed === true,
    };
  },
});
