import { type AnyColumn, and, asc, desc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { activities } from '#functions/database/schema/client.ts';
import {
  invoiceCounters,
  invoiceItems,
  invoices,
  retainedInvoices,
} from '#functions/database/schema/invoices.ts';
import { jobs } from '#functions/database/schema/jobs.ts';
import { users } from '#functions/database/schema/users.ts';
import {
  GIVEN_NUMBER,
  type InvoiceProgressRow,
  type InvoiceStore,
} from '#functions/ports/database/invoice-store.ts';
import { type Invoice, pendingSteps, progressStep } from '#shared/contract/invoices.ts';
import { jobState } from '#shared/contract/jobs.ts';
import type { Buyer, InvoiceLine } from '#shared/issued-invoice.ts';
import { decimalFromCents } from '#shared/money.ts';
import type { BuyerPart } from '#shared/tax-invoice.ts';
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
  dueDate: invoices.due_date,
};

const readInvoice = (row: Omit<Invoice, 'totalAmount' | 'reference'> & { totalAmount: string }): Invoice => ({
  ...row,
  totalAmount: Number(row.totalAmount),
  reference: row.invoiceNumber,
});

const readLine = ({
  description,
  amount,
  quantity,
}: {
  description: string;
  amount: string;
  quantity: string;
}) => ({ description, amount: Number(amount), quantity: Number(quantity) });

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

const buyerObject = sql`jsonb_build_object(${sql.join(
  Object.entries(buyerColumns).map(([name, column]) => sql`${name}::text, ${column}`),
  sql`, `,
)})`;

const isBlank = (column: AnyColumn) => sql`coalesce(trim(${column}), '') = ''`;

const LACKS: Record<BuyerPart, SQL> = {
  name: sql`${isBlank(users.User_Org)} and ${isBlank(users.User_Name)} and ${isBlank(users.User_Surname)}`,
  address: isBlank(users.User_Address),
};

const isBuyerPart = (name: string): name is BuyerPart => name in LACKS;

/** 'INV-2026-000123' */
const NUMBER_DIGITS_MIN = 6;

const toItem = ({ description, unitCents, quantity, amountCents }: InvoiceLine) => ({
  description,
  amount: decimalFromCents(unitCents),
  quantity,
  line_amount: decimalFromCents(amountCents),
});

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

  issue: async ({ terms, lines, requires, ...issued }) => {
    const createdAt = issued.now.toISOString();
    const lacking = sql.join(
      [...requires.map((part) => sql`case when ${LACKS[part]} then ${part}::text end`), sql`null::text`],
      sql`, `,
    );
    // Whoever deletes the account meanwhile waits for this transaction, and then moves this invoice, too.
    const buyer = sql`
      select ${users.User_Id} as user_id, ${buyerObject} as details, concat_ws(',', ${lacking}) as missing
      from ${users} where ${users.User_Id} = ${issued.userId} for share`;
    const counter = sql`
      insert into ${invoiceCounters} (year, last_number)
      select ${issued.year}::int, 1 from buyer where missing = ''
      on conflict (year) do update set last_number = ${invoiceCounters}.last_number + 1
      returning last_number`;
    const inserted = sql`
      insert into ${invoices} (invoice_number, user_id, total_amount, buyer, supplier, terms, due_date, created_at,
        updated_at)
      select ${`INV-${issued.year}-`} || lpad(last_number::text, greatest(${NUMBER_DIGITS_MIN}::int, length(last_number::text)), '0'),
        user_id, ${decimalFromCents(issued.totalCents)}::numeric, details, ${JSON.stringify(issued.supplier)}::jsonb,
        ${JSON.stringify(terms)}::jsonb, ${terms.dueDate}::date, ${createdAt}::timestamptz, ${createdAt}::timestamptz
      from buyer cross join counter
      returning *`;
    // One JSON parameter instead of several for each of up to 200 lines; its order becomes the order of the ids.
    const items = sql`
      insert into ${invoiceItems} (invoice_id, description, amount, quantity, line_amount)
      select inserted.id, line.value ->> 'description', (line.value ->> 'amount')::numeric,
        (line.value ->> 'quantity')::numeric, (line.value ->> 'line_amount')::numeric
      from inserted, jsonb_array_elements(${JSON.stringify(lines.map(toItem))}::jsonb)
        with ordinality as line (value, position)
      order by line.position`;
    const audited = insertAuditRows(issued.audit, {
      record: sql`'invoice ' || invoice_number || ' of user ' || user_id`,
      changes: sql`jsonb_build_object('totalAmount', total_amount)`,
      from: sql`inserted`,
    });
    const noted = sql`
      insert into ${activities} (user_id, activity_type, description)
      select user_id, 'payment', replace(${issued.activity}, ${GIVEN_NUMBER}, invoice_number) from inserted`;
    const [row] = await db
      .with(
        db.$with('buyer', {}).as(buyer),
        db.$with('counter', {}).as(counter),
        db.$with('inserted', {}).as(inserted),
        db.$with('items', {}).as(items),
        db.$with('job', {}).as(queuePdfOfInserted),
        db.$with('audited', {}).as(audited),
        db.$with('noted', {}).as(noted),
      )
      .select({
        missing: sql<string>`buyer.missing`,
        invoice: {
          id: sql<number | null>`inserted.id`,
          invoiceNumber: sql<string>`inserted.invoice_number`,
          totalAmount: sql<string>`inserted.total_amount`,
        },
      })
      .from(sql`buyer left join inserted on true`);

    return (
      row && {
        missing: row.missing.split(',').filter(isBuyerPart),
        invoice:
          row.invoice.id === null
            ? undefined
            : readInvoice({
                ...row.invoice,
                id: row.invoice.id,
                status: 'pending',
                createdAt,
                fileName: null,
                dueDate: terms.dueDate,
              }),
      }
    );
  },

  find: async (invoiceId) => {
    // One row a line and not one of them all: the Data API ends a row at 64 KB.
    const rows = await db
      .select({
        userId: invoices.user_id,
        invoice: columns,
        line: {
          description: invoiceItems.description,
          amount: invoiceItems.amount,
          quantity: invoiceItems.quantity,
        },
      })
      .from(invoices)
      .leftJoin(invoiceItems, eq(invoiceItems.invoice_id, invoices.id))
      .where(eq(invoices.id, invoiceId))
      .orderBy(asc(invoiceItems.id));
    const [first] = rows;

    return (
      first && {
        userId: first.userId,
        invoice: {
          ...readInvoice(first.invoice),
          lineItems: rows.flatMap(({ line }) => (line === null ? [] : [readLine(line)])),
        },
      }
    );
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
      insert into ${retainedInvoices} (id, invoice_number, total_amount, status, buyer, supplier, lines, terms,
        first_printed_at, permissions_checked_at, google_drive_file_id, created_at, delete_after)
      select id, invoice_number, total_amount, status, buyer, supplier, lines.list, terms, first_printed_at,
        permissions_checked_at, google_drive_file_id, created_at, created_at + ${RETENTION}
      from issued cross join lateral (
        select coalesce(jsonb_agg(jsonb_build_object('description', item.description, 'amount', item.amount::text,
          'quantity', item.quantity::text, 'line_amount', item.line_amount::text)
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
