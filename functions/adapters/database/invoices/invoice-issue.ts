import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { entryOfInserted } from '#functions/adapters/database/payments/invoice-entry.ts';
import { refusingTooLarge } from '#functions/adapters/database/payments/refuse-too-large.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { documentCounters, invoiceItems, invoices } from '#functions/database/schema/invoices-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { InvoiceStore, NewLine } from '#functions/ports/database/invoices/invoice-store.ts';
import type { Buyer } from '#shared/invoices/issued-invoice.ts';
import type { BuyerPart } from '#shared/invoices/tax-invoice.ts';
import { decimalFromCents } from '#shared/money.ts';
import { billServicesOfItems } from '../services/sql-billed-service-store.ts';
import { numberOf } from './document-number.ts';
import { orderMailOfInserted } from './invoice-mail-order.ts';
import { queuePdfOfInserted } from './invoice-pdf-job.ts';

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

const toItem = ({ description, unitCents, quantity, amountCents, bills }: NewLine) => ({
  description,
  amount: decimalFromCents(unitCents),
  quantity,
  line_amount: decimalFromCents(amountCents),
  ...(bills && {
    service_id: bills.serviceId,
    from_day: bills.from,
    to_day: bills.to,
    is_repeat: bills.isRepeat,
  }),
});

/** Issues an invoice with its number, lines, what they bill, entry, job, mail, audit row and activity in one statement (ADR 21). */
export const makeInvoiceIssue =
  (db: Connection): InvoiceStore['issue'] =>
  async ({ terms, lines, requires, ordersMail, ...issued }) => {
    const createdAt = issued.now.toISOString();
    const lacking = sql.join(
      [...requires.map((part) => sql`case when ${LACKS[part]} then ${part}::text end`), sql`null::text`],
      sql`, `,
    );
    // The caller has locked the account, so its balance is the credit that `settle` pays this invoice from at once (D53).
    const buyer = sql`
      select ${users.User_Id} as user_id, ${buyerObject} as details, concat_ws(',', ${lacking}) as missing,
        least(greatest(${users.User_Debit}, 0), ${decimalFromCents(issued.totalCents)}::numeric) as credit
      from ${users} where ${users.User_Id} = ${issued.userId}`;
    const counter = sql`
      insert into ${documentCounters} (series, year, last_number)
      select 'INV', ${issued.year}::int, 1 from buyer where missing = ''
      on conflict (series, year) do update set last_number = ${documentCounters}.last_number + 1
      returning last_number`;
    const inserted = sql`
      insert into ${invoices} (invoice_number, user_id, total_amount, buyer, supplier, terms, due_date, created_at,
        updated_at)
      select ${numberOf('INV', issued.year)},
        user_id, ${decimalFromCents(issued.totalCents)}::numeric, details, ${JSON.stringify(issued.supplier)}::jsonb,
        ${JSON.stringify(terms)}::jsonb || jsonb_build_object('reference', details ->> 'owNumber', 'creditCents', (credit * 100)::bigint),
        ${terms.dueDate}::date, ${createdAt}::timestamptz, ${createdAt}::timestamptz
      from buyer cross join counter
      returning *`;
    // One JSON parameter instead of several for each of up to 200 lines; its order becomes the order of the ids.
    const numbered = sql`
      select value, position from jsonb_array_elements(${JSON.stringify(lines.map(toItem))}::jsonb)
        with ordinality as line (value, position)`;
    const items = sql`
      insert into ${invoiceItems} (invoice_id, description, amount, quantity, line_amount)
      select inserted.id, lines.value ->> 'description', (lines.value ->> 'amount')::numeric,
        (lines.value ->> 'quantity')::numeric, (lines.value ->> 'line_amount')::numeric
      from inserted, lines
      order by lines.position
      returning id`;
    const audited = insertAuditRows(issued.audit, {
      record: sql`'invoice ' || invoice_number || ' of user ' || user_id`,
      changes: sql`jsonb_build_object('totalAmount', total_amount)`,
      from: sql`inserted`,
    });
    const noted = sql`
      insert into ${activities} (user_id, activity_type, description)
      select user_id, 'payment', ${issued.activity.before} || invoice_number || ${issued.activity.after} from inserted`;
    const [row] = await refusingTooLarge('lineItems', async () =>
      db
        .with(
          db.$with('buyer', {}).as(buyer),
          db.$with('counter', {}).as(counter),
          db.$with('inserted', {}).as(inserted),
          db.$with('lines', {}).as(numbered),
          db.$with('items', {}).as(items),
          db.$with('billed', {}).as(billServicesOfItems),
          db.$with('entry', {}).as(entryOfInserted(issued.audit.actorId, issued.vat)),
          db.$with('job', {}).as(queuePdfOfInserted('invoice')),
          ...(ordersMail ? [db.$with('mail', {}).as(orderMailOfInserted('invoice'))] : []),
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
          reference: sql<string>`buyer.details ->> 'owNumber'`,
        })
        .from(sql`buyer left join inserted on true`),
    );

    return (
      row && {
        missing: row.missing.split(',').filter(isBuyerPart),
        invoice:
          row.invoice.id === null
            ? undefined
            : {
                ...row.invoice,
                id: row.invoice.id,
                totalAmount: Number(row.invoice.totalAmount),
                createdAt,
                fileName: null,
                dueDate: terms.dueDate,
                reference: row.reference,
              },
      }
    );
  };
