import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { isOpenLine } from '#functions/adapters/database/bank/bank-line-json.ts';
import { bankStanding, readStanding } from '#functions/adapters/database/bank/bank-standing.ts';
import {
  openRun,
  readOpenRun,
  unbilledOfMonth,
} from '#functions/adapters/database/billing-runs/unbilled-month.ts';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW } from '#functions/adapters/database/sql/one-row.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { instantOf, isoFromDataApi } from '#functions/database/instant.ts';
import { bankLines } from '#functions/database/schema/bank-tables.ts';
import { creditNotes, invoices } from '#functions/database/schema/invoices-tables.ts';
import {
  bookClosings,
  ledgerEntries,
  ledgerItems,
  vatReports,
} from '#functions/database/schema/ledger-tables.ts';
import type { ClosingStore } from '#functions/ports/database/books/closing-store.ts';
import { closing, openPoints } from '#shared/contract/books/closings.ts';
import { daysOfMonth } from '#shared/months.ts';
import { makeClosedDebtors } from './closed-debtors.ts';
import { allEntries } from './purged-sums.ts';

const instant = z.string().transform(isoFromDataApi);
const json = z.string().transform((text) => JSON.parse(text));

const closingRow = z.object({
  id: z.number(),
  month: z.string(),
  closedAt: instant,
  closedBy: z.string().nullable(),
  totals: json.nullable(),
  ageing: json.nullable(),
  vat: json.nullable(),
  isFiled: z.boolean(),
  openedAt: instant.nullable(),
  openedBy: z.string().nullable(),
  reason: z.string().nullable(),
});

const closedMonth = z.object({ id: z.number(), month: z.string(), hasFigures: z.boolean() });

const pointRow = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  userId: z.number(),
  voidedOn: z.string(),
  amount: z.string().transform(Number),
  count: z.number(),
});

const textOrNull = z.string().nullable();

const oldestMonth = sql`select to_char(min(date), 'YYYY-MM') as month from ${allEntries}`;

const monthOf = sql`to_char(last_day, 'YYYY-MM') as month`;

/** True if a filed VAT period shares a day with those that a closing closed. */
const isFiled = sql`exists (
  select from ${vatReports} as report where report.from_day <= closing.last_day and report.to_day > coalesce((
    select max(earlier.last_day) from ${bookClosings} as earlier
    where earlier.opened_at is null and earlier.last_day < closing.last_day), '-infinity')
) as "isFiled"`;

const closingColumns = sql`
  closing.id, ${monthOf}, closed_at as "closedAt", closed_by_name as "closedBy", totals::text, ageing::text,
  vat::text, ${isFiled}, opened_at as "openedAt", opened_by_name as "openedBy", reason`;

const readClosing = (row: unknown) => closing.parse(closingRow.parse(row));

const auditOfMonth = (audit: Parameters<typeof insertAuditRows>[0], month: string): SQL =>
  insertAuditRows(audit, { record: sql`${`month ${month}`}`, from: sql`changed` });

const amountOfLines = z.string().transform(Number);

const { unbilled } = openPoints.shape;

const otherPoints = z
  .object({
    openLines: z.number(),
    openAmount: amountOfLines,
    unidentified: z.number(),
    unidentifiedAmount: amountOfLines,
    standing: z.string().transform(readStanding),
    unbilled: z.string().transform((text) => unbilled.parse(JSON.parse(text))),
    billingRun: z.string().nullable().transform(readOpenRun),
  })
  .transform(({ openLines, openAmount, unidentified, unidentifiedAmount, standing, ...billing }) => ({
    ...billing,
    openLines: { count: openLines, amount: openAmount },
    unidentified: { count: unidentified, amount: unidentifiedAmount },
    bankReadUntil: standing.readUntil,
    bankNeverRead: standing.neverRead,
  }));

export const makeClosingStore = (db: Connection): ClosingStore => ({
  lockBooks: async () => {
    const { rows } = await db.execute(sql`select lock_books() as "isLocked"`);

    return rows[0]?.isLocked === true;
  },

  listClosed: async () => {
    const { rows } = await db.execute(sql`
      select id, ${monthOf}, totals is not null as "hasFigures" from ${bookClosings}
      where opened_at is null order by last_day desc`);

    return rows.map((row) => closedMonth.parse(row));
  },

  findOldestMonth: async () => {
    const { rows } = await db.execute(oldestMonth);

    return textOrNull.parse(rows[0]?.month);
  },

  close: async ({ month, audit, now }) => {
    await db.execute(sql`
      with changed as (
        insert into ${bookClosings} (last_day, closed_at, closed_by, closed_by_name)
        values (${daysOfMonth(month).to}::date, ${instantOf(now)}, ${audit.actorId}::int, ${nameOf(sql`${audit.actorId}::int`)})
        returning id
      )
      ${auditOfMonth(audit, month)}`);
  },

  open: async (id, { month, reason, audit, now }) => {
    await db.execute(sql`
      with changed as (
        update ${bookClosings}
        set opened_at = ${instantOf(now)}, opened_by = ${audit.actorId}::int,
          opened_by_name = ${nameOf(sql`${audit.actorId}::int`)}, reason = ${reason}
        where id = ${id} and opened_at is null
        returning id
      )
      ${auditOfMonth(audit, month)}`);
  },

  isFiled: async (id) => {
    const { rows } = await db.execute(sql`
      select ${isFiled} from ${bookClosings} as closing where id = ${id}`);

    return rows[0]?.isFiled === true;
  },

  ...makeClosedDebtors(db),

  find: async (month) => {
    const { rows } = await db.execute(sql`
      select ${closingColumns} from ${bookClosings} as closing
      where last_day = ${daysOfMonth(month).to}::date order by id desc limit 1`);

    return rows[0] && readClosing(rows[0]);
  },

  list: async (audit) => {
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })})
      select ${closingColumns} from ${bookClosings} as closing order by closed_at desc, id desc`);

    return rows.map(readClosing);
  },

  listOpenPoints: async (month, { limit, accounts }, audit) => {
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })}), points as (
        select invoice.id as "invoiceId", invoice.invoice_number as "invoiceNumber", invoice.user_id as "userId",
          reversal.date::text as "voidedOn", reversal.amount, count(*) over () as count
        from ${ledgerEntries} as reversal
        join ${ledgerItems} as item on item.id = reversal.item_id
        join ${invoices} as invoice on invoice.id = item.invoice_id
        where reversal.kind = 'reversal' and reversal.vat_number is not null
          and reversal.date <= ${daysOfMonth(month).to}::date
          and reversal.date >= coalesce(first_open_day(), '-infinity')
          and not exists (select from ${creditNotes} as note where note.invoice_id = invoice.id)
        order by reversal.date, reversal.id limit ${limit}::int
      )
      select points.*, oldest.month as "oldestMonth", bank.*, ${bankStanding(accounts)} as standing,
        ${unbilledOfMonth(month)} as unbilled, ${openRun} as "billingRun"
      from (${oldestMonth}) as oldest
      cross join (
        select count(*) filter (where ${isOpenLine}) as "openLines",
          coalesce(sum(amount) filter (where ${isOpenLine}), 0) as "openAmount",
          count(*) filter (where state = 'unidentified') as "unidentified",
          coalesce(sum(amount) filter (where state = 'unidentified'), 0) as "unidentifiedAmount"
        from ${bankLines} as line
        where (${isOpenLine} or state = 'unidentified') and date <= ${daysOfMonth(month).to}::date
      ) as bank
      left join points on true order by "voidedOn", "invoiceId"`);
    const points = rows.filter(({ invoiceId }) => invoiceId !== null).map((row) => pointRow.parse(row));

    return {
      month,
      missingCreditNotes: points.map(({ count: _, ...point }) => point),
      count: points[0]?.count ?? 0,
      ...otherPoints.parse(rows[0]),
      oldestMonth: textOrNull.parse(rows[0]?.oldestMonth),
    };
  },
});
