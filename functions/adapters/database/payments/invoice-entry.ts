import { sql } from 'drizzle-orm';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { TIME_ZONE } from '#shared/dates.ts';

/** Writes the entry of each invoice that the statement has just written as `inserted`, with the VAT in it as `vat`. */
export const entryOfInserted = (writtenBy: number, vatNumber: string | null) => sql`
  insert into ${ledgerEntries} (user_id, kind, date, amount, due_date, invoice_id, vat, vat_number, number, written_by,
    created_at)
  select user_id, 'invoice', (created_at at time zone ${TIME_ZONE})::date, -total_amount, due_date, id, -vat,
    ${vatNumber}, invoice_number, ${writtenBy}::int, created_at
  from inserted order by id`;
