import { type SQL, sql } from 'drizzle-orm';
import {
  billedServices,
  creditNotes,
  invoiceItems,
  invoices,
  retainedCreditNotes,
  retainedInvoices,
} from '#functions/database/schema/invoices-tables.ts';
import {
  entryNotes,
  ledgerAllocations,
  ledgerEntries,
  ledgerItems,
  vatReports,
} from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Period } from '#functions/ports/database/ledger/statement-store.ts';
import { TIME_ZONE } from '#shared/dates.ts';

const notes = sql`(
  select id, invoice_id, entry_id, credit_note_number, created_at, total_amount, vat_amount, lines from ${creditNotes}
  union all
  select id, invoice_id, entry_id, credit_note_number, created_at, total_amount, vat_amount, lines
  from ${retainedCreditNotes})`;

const WAITING_KINDS = sql`('write-off', 'write-off-reversal', 'recovery')`;

const dayOfNote = sql`(note.created_at at time zone ${TIME_ZONE})::date`;

/** The first day on which the return of an invoice counts as filed: null while it is not. */
const filedOn = sql`
  select min((report.filed_at at time zone ${TIME_ZONE})::date) from ${vatReports} as report
  where report.vat_number = entry.vat_number and (
    item.date between report.from_day and report.to_day
    -- What came before the first return that was filed here was filed elsewhere.
    or item.date < report.from_day
      and report.id = (select min(id) from ${vatReports} as earliest where earliest.vat_number = entry.vat_number))`;

/**
 * The documents of a period with the row of the VAT report that counts each, in the sign of that row. They come from
 * the entries, which outlast accounts and status; a missing credit note has no entry, so its key is its id with a minus.
 * A document with a VAT number and no VAT, or the reverse, is on no row, and the report does not agree.
 *
 * What is written off or recovered counts on its own day or on the day on which the return of its invoice is filed,
 * whichever is later. Until then it waits, in each period from its own on.
 */
export const vatDocumentsOf = ({ from, to }: Period): SQL => sql`
  select entry.id as key, entry.kind, entry.date, entry.created_at, entry.user_id, entry.number, entry.vat_number,
    case when entry.kind = 'credit-note'
      then (select id from ${ledgerItems} as item where item.invoice_id = entry.invoice_id)
      else entry.item_id end as item_id,
    case entry.kind when 'invoice' then 'invoices' when 'credit-note' then 'creditNotes'
      when 'recovery' then 'recovered' when 'reversal' then 'voidedWithoutCreditNote' else 'writtenOff' end
      || case when entry.vat_number is null then 'WithoutVat' else '' end as "row",
    case when entry.kind in ('invoice', 'recovery') then -entry.amount else entry.amount end as gross,
    case when entry.kind = 'invoice' then -coalesce(entry.vat, 0) else coalesce(entry.vat, 0) end as vat,
    null::date as counts_on, null::date as waits_for, true as is_of_control
  from ${ledgerEntries} as entry
  where entry.date between ${from}::date and ${to}::date
    and (entry.vat_number is null) = (entry.vat is null)
    and (entry.kind in ('invoice', 'credit-note')
      or entry.kind in ${WAITING_KINDS} and entry.vat_number is null
      or entry.kind = 'reversal' and entry.vat_number is not null and not exists (
        select from ${notes} as note join ${ledgerItems} as item using (invoice_id) where item.id = entry.item_id))
  union all
  select entry.id, entry.kind, entry.date, entry.created_at, entry.user_id, entry.number, entry.vat_number,
    entry.item_id,
    case when entry.kind = 'recovery' then 'recovered' else 'writtenOff' end
      || case when counted.day is null or counted.day > ${to}::date then 'Waiting' else '' end,
    case when entry.kind = 'recovery' then -entry.amount else entry.amount end,
    case when entry.kind = 'recovery' then -entry.vat else entry.vat end,
    counted.day, item.date, entry.date >= ${from}::date
  from ${ledgerEntries} as entry
  join ${ledgerItems} as item on item.id = entry.item_id
  cross join lateral (${filedOn}) as filed (day)
  cross join lateral (select case when filed.day is not null then greatest(entry.date, filed.day) end) as counted (day)
  where entry.kind in ${WAITING_KINDS} and entry.vat_number is not null and entry.vat is not null
    and entry.date <= ${to}::date and (counted.day is null or counted.day >= ${from}::date)
  union all
  select -note.id, 'credit-note', ${dayOfNote}, note.created_at, invoice.user_id, note.credit_note_number,
    invoice.vat_number, invoice.item_id, 'creditNotes', note.total_amount, note.vat_amount, null, null, false
  from ${notes} as note
  join ${ledgerEntries} as invoice on invoice.invoice_id = note.invoice_id and invoice.kind = 'invoice'
  where note.entry_id is null and ${dayOfNote} between ${from}::date and ${to}::date`;

/** Each column of the CSV but those of the client, of a `document`, its `item`, its `account` and the days of its lines. */
export const vatDocumentJson = sql`jsonb_build_object(
  'number', coalesce(document.number, item.number), 'date', document.date, 'kind', document.kind,
  'OWNumber', account."OWNumber", 'invoiceId', item.invoice_id,
  'invoiceNumber', case when item.invoice_id is not null then item.number end, 'invoiceDate', item.date,
  'gross', document.gross, 'vat', document.vat, 'countsOn', document.counts_on, 'reason', note.reason,
  'dueDate', item.due_date, 'serviceFrom', billed.first_day, 'serviceTo', billed.last_day,
  'firstPaymentDate', payment.bank_date, 'firstPaymentBooked', nullif(payment.date, payment.bank_date))`;

export const vatDocumentJoins = sql`
  join ${ledgerItems} as item on item.id = document.item_id
  left join ${users} as account on account."User_Id" = document.user_id
  left join ${entryNotes} as note on note.entry_id = document.key
  left join lateral (
    select coalesce(entry.bank_date, entry.date) as bank_date, entry.date
    from ${ledgerAllocations} as allocation
    join ${ledgerEntries} as entry on entry.id = allocation.credit_id and entry.kind = 'payment'
    where allocation.debt_id = item.id and allocation.ends is null
      and not exists (select from ${ledgerAllocations} as later where later.ends = allocation.id)
    order by 1, 2 limit 1
  ) as payment on true
  cross join lateral (
    -- A note bears the days that ended with it, and each other document those with which the invoice was issued.
    select min(first_day) as first_day, max(last_day) as last_day from (
      select billed.from_day as first_day, billed.to_day as last_day, billed.ended_at as taken_at
      from ${billedServices} as billed join ${invoiceItems} as line on line.id = billed.item_id
      where line.invoice_id = item.invoice_id
      union all
      select (line ->> 'from')::date, (line ->> 'to')::date, (line ->> 'ended')::timestamptz
      from ${retainedInvoices} as retained cross join jsonb_array_elements(retained.lines) as line
      where retained.id = item.invoice_id
      union all
      select (line ->> 'from')::date, (line ->> 'to')::date, credited.created_at
      from ${notes} as credited cross join jsonb_array_elements(credited.lines) as line
      where credited.invoice_id = item.invoice_id
    ) as day
    where document.kind <> 'credit-note' or day.taken_at = document.created_at
  ) as billed`;

/** The buyer as the invoice of a `document` names him, while the client exists: no report keeps it (D66). */
export const buyerJson = (invoiceId: SQL): SQL => sql`(
  select jsonb_build_object('client', coalesce(nullif(buyer ->> 'organisation', ''), buyer ->> 'name'),
    'clientVatNumber', buyer -> 'vatNumber')
  from ${invoices} where id = ${invoiceId})`;
