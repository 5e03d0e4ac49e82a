import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import * as z from 'zod';
import {
  invoiceCounters,
  invoiceItems,
  invoices,
  retainedInvoices,
} from '#functions/database/schema/invoices.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { users } from '#functions/database/schema/users.ts';
import type { InvoiceProgressRow, InvoiceStore } from '#functions/ports/database/invoice-store.ts';
import { type Invoice, pendingSteps, progressStep } from '#shared/contract/invoices.ts';
import { jobState } from '#shared/contract/jobs.ts';
import type { Buyer } from '#shared/issued-invoice.ts';
import { decimalFromCents } from '#shared/money.ts';
import { insertAuditRows } from './audit-rows.ts';
import type { Connection } from './connection.ts';
import { isPdfJobOfInvoice, queuePdfOfInserted } from './invoice-pdf-job.ts';
import { readJoined } from './joined-rows.ts';

const columns = {
  id: invoices.id,
  invoiceNumber: invoices.invoice_number,
  status: invoices.status,
  createdAt: invoices.created_at,
  totalAmount: invoices.total_amount,
  fileName: invoices.file_name,
};

const readInvoice = (row: Omit<Invoice, 'totalAmount'> & { totalAmount: string }): Invoice => ({
  ...row,
  totalAmount: Number(row.totalAmount),
});

export const progressColumns = {
  state: jobs.state,
  steps: jobs.progress,
  error: jobs.error,
  updatedAt: jobs.updated_at,
};

const progressRow = z.object({
  invoiceId: z.number(),
  invoiceNumber: z.string(),
  state: jobState,
  steps: z.array(progressStep).nullable(),
  error: z.string().nullable(),
  updatedAt: z.string().transform((instant) => new Date(instant)),
});

export const readProgress = (row: unknown): InvoiceProgressRow | undefined => {
  if (row === undefined) return undefined;
  const { steps, ...progress } = progressRow.parse(row);

  return { ...progress, steps: steps ?? pendingSteps() };
};

const buyerColumns = {
  name: sql<string>`trim(${users.User_Name} || ' ' || ${users.User_Surname})`,
  organisation: users.User_Org,
  owNumber: users.OWNumber,
  email: users.User_Email,
  address: users.User_Address,
  town: users.User_Town,
  postalCode: users.User_Code,
  state: users.User_State,
  country: users.User_Country,
  vatNumber: users.User_VAT,
} satisfies Record<keyof Buyer, unknown>;

/** Tax Administration Act 28 of 2011, section 29(3)(a). */
const RETENTION = sql.raw(`interval '5 years'`);

export const makeInvoiceStore = (db: Connection): InvoiceStore => ({
  listOf: async (userId) => {
    const rows = await db
      .select({ joined: columns })
      .from(users)
      .leftJoin(invoices, eq(invoices.user_id, users.User_Id))
      .where(eq(users.User_Id, userId))
      .orderBy(desc(invoices.created_at), desc(invoices.id));

    return readJoined(rows, readInvoice);
  },

  takeNumber: async (year, userId) => {
    const buyer = db.$with('buyer').as(
      db
        .select({ ...buyerColumns, name: buyerColumns.name.as('name') })
        .from(users)
        .where(eq(users.User_Id, userId))
        // Whoever deletes the account meanwhile waits for this transaction, and then moves this invoice, too.
        .for('share'),
    );
    const counter = db.$with('counter', { number: sql<number>`last_number`.as('last_number') }).as(sql`
      insert into ${invoiceCounters} (year, last_number) select ${year}::int, 1 from buyer
      on conflict (year) do update set last_number = ${invoiceCounters}.last_number + 1
      returning last_number`);
    const [row] = await db.with(buyer, counter).select().from(buyer).innerJoin(counter, sql`true`);

    return row && { number: row.counter.number, buyer: row.buyer };
  },

  insert: async (invoice) => {
    const createdAt = invoice.now.toISOString();
    const inserted = db.$with('inserted').as(
      db
        .insert(invoices)
        .values({
          invoice_number: invoice.invoiceNumber,
          user_id: invoice.userId,
          total_amount: decimalFromCents(invoice.totalCents),
          buyer: invoice.buyer,
          supplier: invoice.supplier,
          created_at: createdAt,
          updated_at: createdAt,
        })
        .returning(columns),
    );
    const lines = invoice.lines.map(({ description, amountCents }) => ({
      description,
      amount: decimalFromCents(amountCents),
    }));
    // One JSON parameter instead of two for each of up to 200 lines; its order becomes the order of the ids.
    const items = db.$with('items', {}).as(sql`
      insert into ${invoiceItems} (invoice_id, description, amount)
      select inserted.id, line.value ->> 'description', (line.value ->> 'amount')::numeric
      from inserted, jsonb_array_elements(${JSON.stringify(lines)}::jsonb) with ordinality as line (value, position)
      order by line.position`);
    const job = db.$with('job', {}).as(queuePdfOfInserted);
    const [row] = await db.with(inserted, items, job).select().from(inserted);
    if (!row) throw new Error('The invoice was not written');

    return readInvoice(row);
  },

  findFile: async (invoiceId, audit) => {
    const found = db.$with('found').as(
      db
        .select({
          userId: invoices.user_id,
          fileName: invoices.file_name,
          driveFileId: invoices.google_drive_file_id,
          invoiceNumber: invoices.invoice_number,
        })
        .from(invoices)
        .where(eq(invoices.id, invoiceId)),
    );
    const record = sql`'invoice ' || ${found.invoiceNumber} || ' of user ' || ${found.userId}`;
    const audited = db
      .$with('audited', {})
      .as(
        audit
          ? insertAuditRows(audit, { record, from: sql`${found} where ${found.driveFileId} is not null` })
          : sql`select`,
      );
    const [row] = await db.with(found, audited).select().from(found);

    return row;
  },

  findProgress: async (invoiceId) => {
    const [row] = await db
      .select({ ...progressColumns, invoiceId: invoices.id, invoiceNumber: invoices.invoice_number })
      .from(invoices)
      .innerJoin(jobs, isPdfJobOfInvoice)
      .where(eq(invoices.id, invoiceId));

    return readProgress(row);
  },

  exists: async (invoiceId) => {
    const [row] = await db.select({ id: invoices.id }).from(invoices).where(eq(invoices.id, invoiceId));

    return row !== undefined;
  },

  retainAllOf: async (userId) => {
    // The invoices are locked first: what a worker writes on one at this moment is moved with it.
    const issued = db
      .$with('issued')
      .as(db.select().from(invoices).where(eq(invoices.user_id, userId)).for('update'));
    const retained = db.$with('retained', {}).as(sql`
      insert into ${retainedInvoices} (id, invoice_number, total_amount, status, buyer, supplier, lines,
        google_drive_file_id, created_at, delete_after)
      select id, invoice_number, total_amount, status, buyer, supplier, lines.list,
        google_drive_file_id, created_at, created_at + ${RETENTION}
      from issued cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('description', item.description, 'amount', item.amount::text)
          order by item.id), '[]') as list
        from ${invoiceItems} as item where item.invoice_id = issued.id
      ) as lines`);
    await db
      .with(issued, retained)
      .delete(invoices)
      .where(inArray(invoices.id, db.select({ id: issued.id }).from(issued)));
  },

  changeStatus: async (invoiceId, from, to, now) => {
    const [row] = await db
      .update(invoices)
      .set({ status: to, updated_at: now.toISOString() })
      .where(and(eq(invoices.id, invoiceId), inArray(invoices.status, [...from])))
      .returning({ ...columns, userId: invoices.user_id });
    if (!row) return undefined;

    const { userId, ...invoice } = row;

    return { userId, invoice: readInvoice(invoice) };
  },
});
