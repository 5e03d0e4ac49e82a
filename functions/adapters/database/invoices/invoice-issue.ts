import { type AnyColumn, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Connection } from '#functions/adapters/database/connection.ts';
import { entryOfInserted } from '#functions/adapters/database/payments/invoice-entry.ts';
import { refusingTooLarge } from '#functions/adapters/database/payments/refuse-too-large.ts';
import { insertAuditRows } from '#functions/adapters/database/system/audit-rows.ts';
import { activities } from '#functions/database/schema/client-tables.ts';
import { documentCounters, invoiceItems, invoices } from '#functions/database/schema/invoices-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { InvoiceStore, NewInvoice, NewLine } from '#functions/ports/database/invoices/invoice-store.ts';
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

export const LACKS: Record<BuyerPart, SQL> = {
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
    price_per_month: bills.priceCents === null ? null : decimalFromCents(bills.priceCents),
  }),
});

const toWanted = ({ userId, totalCents, vatCents, lines, requires, activity, lane }: NewInvoice) => ({
  userId,
  total: decimalFromCents(totalCents),
  vat: vatCents === null ? null : decimalFromCents(vatCents),
  lines: lines.map(toItem),
  requires,
  activity,
  lane,
});

const lacking = sql.join(
  Object.entries(LACKS).map(
    ([part, lacks]) =>
      sql`case when wanted.value -> 'requires' ? ${part} and ${lacks} then ${part}::text end`,
  ),
  sql`, `,
);

const issuedRow = z.object({
  position: z.number(),
  missing: z.string(),
  id: z.number().nullable(),
  number: z.string().nullable(),
  total: z.string().nullable(),
  reference: z.string(),
});

/**
 * Issues invoices with their numbers, lines, what they bill, entries, jobs, mails, audit rows and activities in one
 * statement (ADR 21).
 */
export const makeInvoiceIssue =
  (db: Connection): InvoiceStore['issue'] =>
  async (list, { terms, ordersMail, ...common }) => {
    const createdAt = common.now.toISOString();
    // One JSON parameter instead of several for each of many lines.
    const wanted = sql`
      select position, value, (value ->> 'userId')::int as user_id, (value ->> 'total')::numeric as total
      from jsonb_array_elements(${JSON.stringify(list.map(toWanted))}::jsonb) with ordinality as wanted (value, position)`;
    const named = sql`
      select wanted.*, ${buyerObject} as details, concat_ws(',', ${lacking}) as missing, ${users.User_Debit} as balance
      from wanted join ${users} on ${users.User_Id} = wanted.user_id`;
    // The caller has locked the accounts, so their balance is the credit that `settle` pays them from at once (D53).
    const buyer = sql`
      select *, least(total, greatest(0, balance - coalesce(sum(total) filter (where missing = '') over (
        partition by user_id order by position rows between unbounded preceding and 1 preceding), 0))) as credit
      from named`;
    const counter = sql`
      insert into ${documentCounters} (series, year, last_number)
      select 'INV', ${common.year}::int, count(*) from buyer where missing = '' having count(*) > 0
      on conflict (series, year) do update set last_number = ${documentCounters}.last_number + excluded.last_number
      returning last_number as taken_to`;
    const ranked = sql`
      select buyer.*, taken_to - count(*) over () + row_number() over (order by position) as last_number
      from buyer cross join counter where missing = ''`;
    const numbered = sql`select ranked.*, ${numberOf('INV', common.year)} as number from ranked`;
    // The ids follow the numbers, as the rows of the list do.
    const written = sql`
      insert into ${invoices} (invoice_number, user_id, total_amount, buyer, supplier, terms, due_date, created_at,
        updated_at)
      select number, user_id, total, details, ${JSON.stringify(common.supplier)}::jsonb,
        ${JSON.stringify(terms)}::jsonb || jsonb_build_object('reference', details ->> 'owNumber', 'creditCents', (credit * 100)::bigint),
        ${terms.dueDate}::date, ${createdAt}::timestamptz, ${createdAt}::timestamptz
      from numbered order by position
      returning id, invoice_number, user_id, total_amount, due_date, created_at`;
    const inserted = sql`
      select written.*, numbered.position, numbered.value as wanted, (numbered.value ->> 'vat')::numeric as vat
      from written join numbered on numbered.number = written.invoice_number`;
    const lines = sql`
      select inserted.id as invoice_id, line.value, row_number() over (order by inserted.id, line.position) as position
      from inserted cross join jsonb_array_elements(inserted.wanted -> 'lines') with ordinality as line (value, position)`;
    // Their order becomes the order of the ids.
    const items = sql`
      insert into ${invoiceItems} (invoice_id, description, amount, quantity, line_amount)
      select lines.invoice_id, lines.value ->> 'description', (lines.value ->> 'amount')::numeric,
        (lines.value ->> 'quantity')::numeric, (lines.value ->> 'line_amount')::numeric
      from lines
      order by lines.position
      returning id`;
    const audited = insertAuditRows(common.audit, {
      record: sql`'invoice ' || invoice_number || ' of user ' || user_id`,
      changes: sql`jsonb_build_object('totalAmount', total_amount)`,
      from: sql`inserted order by inserted.id`,
    });
    const noted = sql`
      insert into ${activities} (user_id, activity_type, description)
      select user_id, 'payment', (wanted #>> '{activity,before}') || invoice_number || (wanted #>> '{activity,after}')
      from inserted order by id`;
    const { rows } = await refusingTooLarge('lineItems', () =>
      db.execute(sql`
      with wanted as (${wanted}), named as (${named}), buyer as (${buyer}), counter as (${counter}), ranked as (${ranked}),
        numbered as (${numbered}), written as (${written}), inserted as (${inserted}), lines as (${lines}),
        items as (${items}), billed as (${billServicesOfItems}),
        entry as (${entryOfInserted(common.audit.actorId, common.supplier.vatNumber)}),
        job as (${queuePdfOfInserted('invoice', sql`inserted.wanted ->> 'lane'`)}),
        mail as (${ordersMail ? orderMailOfInserted('invoice') : sql`select`}),
        audited as (${audited}), noted as (${noted})
      select buyer.position, buyer.missing, inserted.id, inserted.invoice_number as number, inserted.total_amount as total,
        buyer.details ->> 'owNumber' as reference
      from buyer left join inserted on inserted.position = buyer.position`),
    );
    const answers = new Map(
      rows.map((row) => {
        const { position, missing, id, number, total, reference } = issuedRow.parse(row);

        return [
          position,
          {
            missing: missing.split(',').filter(isBuyerPart),
            invoice:
              id === null || number === null
                ? undefined
                : {
                    id,
                    invoiceNumber: number,
                    totalAmount: Number(total),
                    createdAt,
                    fileName: null,
                    dueDate: terms.dueDate,
                    reference,
                  },
          },
        ];
      }),
    );

    return list.map((_invoice, index) => answers.get(index + 1));
  };
