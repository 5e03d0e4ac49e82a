import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import {
  billedServices,
  creditNotes,
  invoiceItems,
  invoices,
} from '#functions/database/schema/invoices-tables.ts';

/** What credit notes by lines took off a line of an invoice, in cents. */
export const creditedOfLine = sql<string>`(
  select coalesce(sum((line.value ->> 'amountCents')::bigint), 0)
  from ${creditNotes} as note cross join jsonb_array_elements(note.lines) as line (value)
  where note.invoice_id = ${invoices.id} and note.lines is not null
    and (line.value ->> 'lineId')::int = ${invoiceItems.id})`.as('credited_of_line');

/** What a line still bills of a service. */
export const isStillBilled: SQL | undefined = and(
  eq(billedServices.item_id, invoiceItems.id),
  isNull(billedServices.ended_at),
);
