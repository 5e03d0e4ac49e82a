import { type SQL, sql } from 'drizzle-orm';
import {
  billedServices,
  creditNotes,
  invoiceItems,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import { ledgerAllocations, ledgerEntries, ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Period } from '#functions/ports/database/ledger/statement-store.ts';
import { TIME_ZONE } from '#shared/dates.ts';

const notes = sql`(
  select id, invoice_id, entry_id, credit_note_number, created_at, total_amount, vat_amount from ${creditNotes}
  union all
  select id, invoice_id, entry_id, credit_note_number, created_at, total_amount, vat_amount from ${retainedCreditNotes})`;

const dayOfNote = sql`(note.created_at at time zone ${TIME_ZONE})::date`;

/**
 * The documents of a period with the row of the VAT report that counts each, in the sign of that row. They come from
 * the entries, which outlast accounts and status; a missing credit note has no entry, so its key is its id with a minus.
 * A document with a VAT number and no VAT, or the reverse, is on no row, and the report does not agree.
 */
export const vatDocumentsOf = ({ from, to }: Period): SQL => sql`
  select entry.id as key, entry.kind, entry.date, entry.user_id, entry.number, entry.vat_number, false as is_missing_note,
    case when entry.kind = 'credit-note'
      then (select id from ${ledgerItems} as item where item.invoice_id = entry.invoice_id)
      else entry.item_id end as item_id,
    case entry.kind when 'invoice' then 'invoices' when 'credit-note' then 'creditNotes'
      when 'recovery' then 'recovered' when 'reversal' then 'voidedWithoutCreditNote' else 'writtenOff' end
      || case when entry.vat_number is null then 'WithoutVat' else '' end as "row",
    case when entry.kind in ('invoice', 'recovery') then -entry.amount else entry.amount end as gross,
    case when entry.kind in ('invoice', 'recovery') then -coalesce(entry.vat, 0) else coalesce(entry.vat, 0) end as vat
  from ${ledgerEntries} as entry
  where entry.date between ${from}::date and ${to}::date
    and (entry.vat_number is null) = (entry.vat is null)
    and (entry.kind in ('invoice', 'credit-note', 'write-off', 'write-off-reversal', 'recovery')
      or entry.kind = 'reversal' and entry.vat_number is not null and not exists (
        select from ${notes} as note join ${ledgerItems} as item using (invoice_id) where item.id = entry.item_id))
  union all
  select -note.id, 'credit-note', ${dayOfNote}, invoice.user_id, note.credit_note_number, invoice.vat_number, true,
    invoice.item_id, 'creditNotes', note.total_amount, note.vat_amount
  from ${notes} as note
  join ${ledgerEntries} as invoice on invoice.invoice_id = note.invoice_id and invoice.kind = 'invoice'
  where note.entry_id is null and ${dayOfNote} between ${from}::date and ${to}::date`;

/** True if a document is of this number's report: a row without VAT stands in the report of each number. */
export const isOfNumber = (vatNumber: string): SQL =>
  sql`coalesce(document.vat_number, ${vatNumber}) = ${vatNumber}`;

/** Each column of the CSV, of a `document`, its `item`, its `account` and the days that its invoice bills. */
export const vatDocumentJson = sql`jsonb_build_object(
  'number', coalesce(document.number, item.number), 'date', document.date, 'kind', document.kind,
  'OWNumber', account."OWNumber", 'invoiceId', item.invoice_id, 'gross', document.gross, 'vat', document.vat,
  'dueDate', item.due_date, 'serviceFrom', billed.first_day, 'serviceTo', billed.last_day,
  'firstPaymentDate', (
    select min(payment.date)
    from ${ledgerAllocations} as allocation
    join ${ledgerItems} as payment on payment.id = allocation.credit_id and payment.kind = 'payment'
    where allocation.debt_id = item.id and allocation.ends is null
      and not exists (select from ${ledgerAllocations} as later where later.ends = allocation.id)))`;

export const vatDocumentJoins = sql`
  join ${ledgerItems} as item on item.id = document.item_id
  left join ${users} as account on account."User_Id" = document.user_id
  cross join lateral (
    select min(first_day) as first_day, max(last_day) as last_day from (
      select billed.from_day as first_day, billed.to_day as last_day
      from ${billedServices} as billed join ${invoiceItems} as line on line.id = billed.item_id
      where line.invoice_id = item.invoice_id
      union all
      select (line ->> 'from')::date, (line ->> 'to')::date
      from ${retainedInvoices} as retained cross join jsonb_array_elements(retained.lines) as line
      where retained.id = item.invoice_id
    ) as day
  ) as billed`;
