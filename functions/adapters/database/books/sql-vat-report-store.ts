import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { ONE_ROW, readOneRow } from '#functions/adapters/database/sql/one-row.ts';
import { auditingPage, auditRow } from '#functions/adapters/database/system/audited-reads.ts';
import { nameOf } from '#functions/adapters/database/users/name-of.ts';
import { instantOf, isoFromDataApi } from '#functions/database/instant.ts';
import { purgedSums, vatReportDocuments, vatReports } from '#functions/database/schema/ledger-tables.ts';
import type { OfReport, VatReportStore } from '#functions/ports/database/books/vat-report-store.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import { DOCUMENT_ROWS, VAT_ROWS } from '#shared/books/vat-rows.ts';
import { vatDocument, vatReport } from '#shared/contract/books/vat-report.ts';
import { centsFromAmount, centsFromDecimal } from '#shared/money.ts';
import { itemPartsOn } from '../debtors/items-on-day.ts';
import { allEntries } from './purged-sums.ts';
import { buyerJson, vatDocumentJoins, vatDocumentJson, vatDocumentsOf } from './vat-documents.ts';

const cents = z.number().transform(centsFromAmount);

const group = z.object({
  row: z.enum(DOCUMENT_ROWS),
  vatNumber: z.string().nullable(),
  count: z.number(),
  grossCents: cents,
  vatCents: cents,
  controlCents: cents,
  lastDay: z.string(),
  waitsFor: z.array(z.string()),
});

const filedRow = z.object({
  figures: vatReport.omit({ filedAt: true, filedBy: true }),
  ...vatReport.pick({ filedBy: true }).shape,
  filedAt: z.string(),
});

const filing = z.object({ documents: z.number(), filedBy: z.string().nullable() });

const documentRow = vatDocument.omit({ net: true }).transform(({ gross, vat, ...document }) => ({
  ...document,
  grossCents: centsFromAmount(gross),
  vatCents: centsFromAmount(vat),
}));

const sumsRow = z.object({
  filed: z.string().nullable(),
  groups: z.string(),
  control: z.string(),
  free: z.string().transform(centsFromDecimal),
  is_shared: z.boolean(),
  is_closed: z.boolean(),
});

const filedOf = ({ month, vatNumber }: Pick<OfReport, 'month' | 'vatNumber'>): SQL =>
  sql`select * from ${vatReports} where vat_number = ${vatNumber} and figures ->> 'period' = ${month}`;

/** A filed report of the number that shares a day with the period. */
const sharesDay = ({
  vatNumber,
  period: { from, to },
}: Pick<OfReport, 'vatNumber' | 'period'>): SQL => sql`exists (
  select from ${vatReports} as earlier
  where earlier.vat_number = ${vatNumber} and earlier.from_day <= ${to}::date and earlier.to_day >= ${from}::date)`;

/**
 * True if a `document` is of this number's report. A document without VAT stands once, in the report of the number that
 * was in use last.
 */
const isOfReport = ({ vatNumber, presentNumber }: OfReport, documents: SQL): SQL => sql`
  coalesce(document.vat_number, (
    select vat_number from ${documents} as taxed where "row" = 'invoices' order by date desc, vat_number desc limit 1
  ), ${presentNumber}, ${vatNumber}) = ${vatNumber}`;

const NO_BUYER = sql`'{"userId": null, "client": null, "clientVatNumber": null}'::jsonb`;

const controlOf = ({ from, to }: Period): SQL => sql`
  select coalesce(-sum(amount) filter (where kind = 'invoice'), 0) as invoices,
    coalesce(sum(amount) filter (where kind = 'credit-note'), 0) as "creditNotes",
    coalesce(sum(amount) filter (where kind in ('write-off', 'write-off-reversal')), 0) as "writtenOff",
    coalesce(-sum(amount) filter (where kind = 'recovery'), 0) as recovered
  from ${allEntries} where date between ${from}::date and ${to}::date`;

export const makeVatReportStore = (db: Connection): VatReportStore => ({
  sum: async (period, report, audit) => {
    const isLive = sql`not exists (select from filed)`;
    const filedReport = report ?? { month: '', vatNumber: '' };
    const { rows } = await db.execute(sql`
      with audited as (${auditRow(audit, { record: sql`null`, from: ONE_ROW })}),
      filed as (${filedOf(filedReport)}),
      sums as (
        select "row", vat_number as "vatNumber", sum(count) as count, sum(gross) as "grossCents", sum(vat) as "vatCents",
          coalesce(sum(gross) filter (where is_of_control), 0) as "controlCents", max(date) as "lastDay",
          coalesce(jsonb_agg(distinct to_char(waits_for, 'YYYY-MM')) filter (where waits_for is not null), '[]') as "waitsFor"
        from (${vatDocumentsOf(period)}) as document where ${isLive} group by "row", vat_number
      )
      select (select jsonb_build_object('figures', figures, 'filedAt', filed_at at time zone 'UTC',
          'filedBy', filed_by_name) from filed) as filed,
        coalesce((select jsonb_agg(sums) from sums), '[]') as groups,
        (select to_jsonb(control) from (${controlOf(period)}) as control) as control,
        (select coalesce(sum(free), 0) from (
          select free from (${itemPartsOn(period.to)}) as part
          union all
          select amount from ${purgedSums} where kind = 'free-credit' and date <= ${period.to}::date
        ) as part) as free,
        ${sharesDay({ ...filedReport, period })} as is_shared,
        coalesce(first_open_day() > ${period.to}::date, false) as is_closed`);
    const read = sumsRow.parse(readOneRow(rows));
    const filed = read.filed === null ? undefined : filedRow.parse(JSON.parse(read.filed));

    return {
      filed: filed && { ...filed.figures, filedAt: isoFromDataApi(filed.filedAt), filedBy: filed.filedBy },
      groups: z.array(group).parse(JSON.parse(read.groups)),
      control: z.record(z.enum(VAT_ROWS), cents).parse(JSON.parse(read.control)),
      freeCreditCents: read.free,
      sharesDayWithFiled: filed === undefined && read.is_shared,
      isClosed: read.is_closed,
    };
  },

  listDocuments: async ({ row, ...report }, { offset, limit }, audit) => {
    const isShown = sql`place > ${offset} and place <= ${offset + limit}`;
    const filed = db.$with('filed', {}).as(filedOf(report));
    const documents = db.$with('documents', {}).as(vatDocumentsOf(report.period));
    const live = db.$with('live', {}).as(sql`
      select document.*, row_number() over (order by date, key) as place
      from ${documents} as document
      where "row" = ${row} and ${isOfReport(report, sql`documents`)} and not exists (select from filed)`);
    const stored = db.$with('stored', {}).as(sql`
      select document, row_number() over (order by position) as place from ${vatReportDocuments}
      where report_id = (select id from filed) and "row" = ${row}`);
    const found = sql`(
      select place, ${vatDocumentJson} as document from live as document ${vatDocumentJoins} where ${isShown}
      union all select place, document from stored where ${isShown})`;
    const shown = sql`(
      select place, document || coalesce(${buyerJson(sql`(document ->> 'invoiceId')::int`)}, ${NO_BUYER}) as document
      from ${found} as found) as shown`;
    const rows = await db
      .with(...(audit ? auditingPage(db, audit) : []), filed, documents, live, stored)
      .select({
        isFiled: sql<boolean>`exists (select from filed)`,
        isShared: sql<boolean>`${sharesDay(report)}`,
        total: sql<number>`(select count(*) from live) + (select count(*) from stored)`,
        document: sql<string | null>`shown.document`,
      })
      .from(ONE_ROW)
      .leftJoin(shown, sql`true`)
      .orderBy(sql`shown.place`);

    return {
      isFiled: rows[0]?.isFiled ?? false,
      sharesDayWithFiled: rows[0]?.isFiled === false && rows[0].isShared,
      total: rows[0]?.total ?? 0,
      documents: rows.flatMap(({ document }) =>
        document === null ? [] : [documentRow.parse(JSON.parse(document))],
      ),
    };
  },

  listFiled: async () => {
    const rows = await db
      .select({
        period: sql<string>`${vatReports.figures} ->> 'period'`,
        vatNumber: vatReports.vat_number,
        filedAt: vatReports.filed_at,
      })
      .from(vatReports)
      .orderBy(sql`${vatReports.to_day} desc, ${vatReports.vat_number}`);

    return rows;
  },

  holdClosings: async () => {
    await db.execute(sql`select pg_advisory_xact_lock_shared(70)::text`);
  },

  file: async ({ figures, adminId, now, ...report }) => {
    const { period, vatNumber } = report;
    const { rows } = await db.execute(sql`
      with report as (
        insert into ${vatReports} (from_day, to_day, vat_number, figures, filed_at, filed_by,
          filed_by_name)
        select ${period.from}::date, ${period.to}::date, ${vatNumber}, ${JSON.stringify(figures)}::jsonb,
          ${instantOf(now)}, ${adminId}::int, ${nameOf(sql`${adminId}::int`)}
        where not ${sharesDay(report)}
        on conflict do nothing returning id, filed_by_name
      ), documents as (${vatDocumentsOf(period)}), stored as (
        insert into ${vatReportDocuments} (report_id, position, "row", document)
        select report.id, row_number() over (order by document.date, document.key), document."row", ${vatDocumentJson}
        from report cross join documents as document ${vatDocumentJoins}
        where ${isOfReport(report, sql`documents`)}
        returning position
      )
      select (select count(*) from stored) as documents, filed_by_name as "filedBy" from report`);

    return rows[0] && filing.parse(rows[0]);
  },
});
