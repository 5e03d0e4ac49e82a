import { and, asc, desc, eq, exists, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { isNamed, restarted } from '#functions/adapters/database/jobs/job-parts.ts';
import { auditingRead, auditingReadOf } from '#functions/adapters/database/system/audited-reads.ts';
import {
  billedServices,
  creditNotes,
  invoiceItems,
  invoices,
  replacedFiles,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import { jobs } from '#functions/database/schema/jobs-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { InvoiceStore } from '#functions/ports/database/invoices/invoice-store.ts';
import { TIME_ZONE } from '#shared/dates.ts';
import { amountFromCents } from '#shared/money.ts';
import { creditedOfLine, isStillBilled } from '../credit-notes/credited-of-line.ts';
import { makeInvoiceIssue } from './invoice-issue.ts';
import { pdfJobOf } from './invoice-pdf-job.ts';
import { invoiceColumns, NO_FILE, payingColumns, readInvoice } from './invoice-row.ts';

const lineColumns = {
  id: invoiceItems.id,
  description: invoiceItems.description,
  amount: invoiceItems.amount,
  quantity: invoiceItems.quantity,
};

const billedColumns = {
  serviceId: billedServices.service_id,
  from: billedServices.from_day,
  to: billedServices.to_day,
  pricePerMonth: billedServices.price_per_month,
};

/** The days of a line are in several rows once a credit note has freed some. */
const daysIssued = sql<number | null>`(
  select sum(each.to_day - each.from_day + 1)::int from ${billedServices} as each
  where each.item_id = ${invoiceItems.id})`.as('days_issued');

/**
 * Eight years after their date (D11): Companies Act 71 of 2008, section 24(1)(a), which is longer than the five years of
 * the Value-Added Tax Act 89 of 1991, section 55.
 */
const RETENTION = sql.raw(`interval '8 years'`);

/** Names an invoice in the audit log. */
const recordOf = (invoiceNumber: SQLWrapper, userId: SQLWrapper): SQL =>
  sql`'invoice ' || ${invoiceNumber} || ' of user ' || ${userId}`;

export const makeInvoiceStore = (db: Connection): InvoiceStore => ({
  listOf: async (userId, audit) => {
    const rows = await db
      .with(auditingReadOf(db, userId, audit))
      .select({ joined: invoiceColumns, paying: payingColumns })
      .from(users)
      .leftJoin(invoices, eq(invoices.user_id, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(desc(invoices.created_at), desc(invoices.id));

    return rows.length === 0
      ? undefined
      : rows.flatMap(({ joined, paying }) => (joined === null ? [] : [readInvoice(joined, paying)]));
  },

  issue: makeInvoiceIssue(db),

  find: async (invoiceId, audit) => {
    const audited = auditingRead(db, audit, {
      record: recordOf(invoices.invoice_number, invoices.user_id),
      from: sql`${invoices}`,
      condition: sql`${invoices.id} = ${invoiceId}`,
    });
    // One row per line instead of one row of them all: the Data API limits a row to 64 KB.
    const rows = await db
      .with(audited)
      .select({
        userId: invoices.user_id,
        invoice: invoiceColumns,
        paying: payingColumns,
        vatPercent: sql<
          string | null
        >`case when ${invoices.supplier} ->> 'vatNumber' is not null then ${invoices.terms} ->> 'vatPercent' end`.as(
          'vat_percent',
        ),
        line: lineColumns,
        creditedOfLine,
        bills: billedColumns,
        daysIssued,
      })
      .from(invoices)
      .innerJoin(users, eq(users.User_Id, invoices.user_id))
      .leftJoin(invoiceItems, eq(invoiceItems.invoice_id, invoices.id))
      .leftJoin(billedServices, isStillBilled)
      .where(eq(invoices.id, invoiceId))
      .orderBy(asc(invoiceItems.id));
    const [first] = rows;

    return (
      first && {
        userId: first.userId,
        invoice: {
          ...readInvoice(first.invoice, first.paying),
          lineItems: rows.flatMap(({ line, creditedOfLine: cents, bills, ...days }) =>
            line === null
              ? []
              : [
                  {
                    ...line,
                    amount: Number(line.amount),
                    quantity: Number(line.quantity),
                    credited: amountFromCents(Number(cents)),
                    serviceId: bills?.serviceId ?? null,
                    from: bills?.from ?? null,
                    to: bills?.to ?? null,
                    pricePerMonth: bills?.pricePerMonth == null ? null : Number(bills.pricePerMonth),
                    ...days,
                  },
                ],
          ),
          vatPercent: first.vatPercent === null ? null : Number(first.vatPercent),
        },
      }
    );
  },

  exists: async (invoiceId) => {
    const [row] = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId));

    return row !== undefined;
  },

  retainAllOf: async (userId) => {
    // Their invoices are deleted after them.
    const noted = db
      .$with('noted')
      .as(db.select().from(creditNotes).where(eq(creditNotes.user_id, userId)).for('update'));
    const kept = db.$with('kept', {}).as(sql`
      insert into ${retainedCreditNotes} (id, credit_note_number, invoice_id, entry_id, total_amount, vat_amount, reason,
        explanation, buyer, supplier, terms, lines, first_printed_at, permissions_checked_at, google_drive_file_id,
        drive_id, created_at, delete_after)
      select id, credit_note_number, invoice_id, entry_id, total_amount, vat_amount, reason, explanation, buyer, supplier,
        terms, lines, first_printed_at, permissions_checked_at, google_drive_file_id, drive_id, created_at,
        created_at + ${RETENTION}
      from noted`);
    await db
      .with(noted, kept)
      .delete(creditNotes)
      .where(inArray(creditNotes.id, db.select({ id: noted.id }).from(noted)));

    // The invoices are locked first, so that what a worker is writing on one is moved with it.
    const issued = db
      .$with('issued')
      .as(db.select().from(invoices).where(eq(invoices.user_id, userId)).for('update'));
    const retained = db.$with('retained', {}).as(sql`
      insert into ${retainedInvoices} (id, invoice_number, total_amount, status, buyer, supplier, lines, terms,
        first_printed_at, permissions_checked_at, google_drive_file_id, drive_id, created_at, delete_after)
      select id, invoice_number, total_amount, status, buyer, supplier, lines.list, terms, first_printed_at,
        permissions_checked_at, google_drive_file_id, drive_id, created_at, created_at + ${RETENTION}
      from issued cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('description', item.description, 'amount', item.amount::text,
          'quantity', item.quantity::text, 'line_amount', item.line_amount::text, 'from', billed.from_day,
          'to', billed.to_day, 'ended', billed.ended_at)
          order by item.id), '[]') as list
        from ${invoiceItems} as item
        -- Of what a line bills, a credit note may have freed a part: that part is a row of its own.
        left join lateral (
          select from_day, to_day, ended_at from ${billedServices} where item_id = item.id
          order by ended_at desc nulls first limit 1
        ) as billed on true
        where item.invoice_id = issued.id
      ) as lines`);
    await db
      .with(issued, retained)
      .delete(invoices)
      .where(inArray(invoices.id, db.select({ id: issued.id }).from(issued)));
  },

  makeVoid: async (invoiceId, from, now) => {
    // The invoice is locked first, so that the file that a worker is storing is kept, too.
    const issued = db.$with('issued').as(
      db
        .select()
        .from(invoices)
        .where(and(eq(invoices.id, invoiceId), inArray(invoices.status, [...from])))
        .for('no key update'),
    );
    const ids = db.select({ id: issued.id }).from(issued);
    const kept = db.$with('kept', {}).as(sql`
      insert into ${replacedFiles} (invoice_id, google_drive_file_id, drive_id, permissions_checked_at)
      select id, google_drive_file_id, drive_id, permissions_checked_at
      from issued where google_drive_file_id is not null`);
    // A worker of the first PDF loses the job, and with it the right to store anything.
    const ordered = db.$with('ordered').as(
      db
        .update(jobs)
        .set(restarted(now))
        .where(and(isNamed(pdfJobOf({ invoiceId })), exists(ids)))
        .returning({ id: jobs.id }),
    );
    const [changed] = await db
      .with(issued, kept, ordered)
      .update(invoices)
      .set({ ...NO_FILE, status: 'void', updated_at: now.toISOString() })
      .where(inArray(invoices.id, ids))
      .returning({
        isTaxInvoice: sql<boolean>`${invoices.supplier} ->> 'vatNumber' is not null`,
        isOfOpenMonth: sql<boolean>`coalesce(
          (${invoices.created_at} at time zone ${TIME_ZONE})::date >= first_open_day(), true)`,
      });

    return changed;
  },
});
