import { sql } from 'drizzle-orm';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import type { NewInvoice } from '#functions/ports/database/invoices/invoice-store.ts';
import { TIME_ZONE } from '#shared/dates.ts';
import { decimalFromCents } from '#shared/money.ts';

/** Writes the entry of the invoice that the statement has just written as `inserted`, with the VAT in it. */
export const entryOfInserted = (writtenBy: number, vat: NewInvoice['vat']) => sql`
  insert into ${ledgerEntries} (user_id, kind, date, amount, due_date, invoice_id, vat, vat_number, number, written_by,
    created_at)
  select user_id, 'invoice', (created_at at time zone ${TIME_ZONE})::date, -total_amount, due_date, id,
    ${vat && decimalFromCents(-vat.cents)}::numeric, ${vat?.number ?? null}, invoice_number, ${writtenBy}::int, created_at
  from inserted`;
