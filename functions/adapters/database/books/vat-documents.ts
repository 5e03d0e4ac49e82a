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
  purgedSums,
  vatReports,
} from '#functions/database/schema/ledger-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import type { Period } from '#functions/ports/database/debtors/statement-store.ts';
import { TIME_ZONE } from '#shared/dates.ts';
import { PURGED_LABEL } from '#shared/invoices/ledger-words.ts';

const notes = sql`(
  select id, invoice_id, entry_id, credit_note_number, created_at, total_amount, vat_amount, lines from ${creditNotes}
  union all
  select id, invoice_id, entry_id, credit_note_number, created_at, total_amount, vat_amount, lines
  from ${retainedCreditNotes})`;

const WAITING_KINDS = sql`('write-off', 'write-off-reversal', 'recovery')`;

const dayOfNote = sql`(note.created_at at time zone ${TIME_ZONE})::date`;

/** The first day on which the return of an invoice counts as filed: null while it is not. */
const filedOn = (invoiceDate: SQL): SQL => sql`
  select min((report.filed_at at time zone ${TIME_ZONE})::date) from ${vatReports} as report
  where report.vat_number = entry.vat_number and (
    ${invoiceDate} between report.from_day and report.to_day
    -- What came before the first return that was filed here was filed elsewhere.
    or ${invoiceDate} < report.from_day
      and report.id = (select min(id) from ${vatReports} as earliest where earliest.vat_number = entry.vat_number))`;

/** The day on which an `entry` counts that is written off or recovered; null while it waits. */
const countedOn = (invoiceDate: SQL): SQL => sql`
  cross join lateral (${filedOn(invoiceDate)}) as filed (day)
  cross join lateral (select case when filed.day is not null then greatest(entry.date, filed.day) end) as counted (day)`;

const rowOfEntry = sql`
  case when entry.kind = 'invoice' then 'invoices' when entry.kind in ('credit-note', 'missing-credit-note') then 'creditNotes'
    when entry.kind = 'recovery' then 'recovered' when entry.kind = 'reversal' then 'voidedWithoutCreditNote'
    else 'writtenOff' end || case when entry.vat_number is null then 'WithoutVat' else '' end`;

const waitingUntil = (day: string): SQL =>
  sql`case when counted.day is null or counted.day > ${day}::date then 'Waiting' else '' end`;

const inSignOfRow = (cents: SQL): SQL =>
  sql`case when entry.kind in ('invoice', 'recovery') then -${cents} else ${cents} end`;

/**
 * The documents of a period with the row of the VAT report that counts each, in the sign of that row. They come from
 * the entries, which outlast accounts and status; a missing credit note has no entry, so its key is its id with a minus.
 * A document with a VAT number and no VAT, or the reverse, is on no row, and the report does not agree.
 *
 * What is written off or recovered counts on its own day or on the day on which the return of its invoice is filed,
 * whichever is later. Until then it waits, in each period from its own on. What the purge deleted stands as one document
 * for each month and row, without an item.
 */
export const vatDocumentsOf = ({ from, to }: Period): SQL => sql`
  select entry.id as key, entry.kind, entry.date, entry.created_at, entry.user_id, entry.number, entry.vat_number,
    case when entry.kind = 'credit-note'
      then (select id from ${ledgerItems} as item where item.invoice_id = entry.invoice_id)
      else entry.item_id end as item_id,
    ${rowOfEntry} as "row", ${inSignOfRow(sql`entry.amount`)} as gross,
    ${inSignOfRow(sql`coalesce(entry.vat, 0)`)} as vat, null::date as counts_on, null::date as waits_for,
    true as is_of_control, 1 as count
  from ${ledgerEntries} as entry
  where entry.date between ${from}::date and ${to}::date
    and (entry.vat_number is null) = (entry.vat is null)
    and (entry.kind in ('invoice', 'credit-note')
      or entry.kind in ${WAITING_KINDS} and entry.vat_number is null
      or entry.kind = 'reversal' and entry.vat_number is not null and not exists (
        select from ${notes} as note join ${ledgerItems} as item using (invoice_id) where item.id = entry.item_id))
  union all
  select entry.id, entry.kind, entry.date, entry.created_at, entry.user_id, entry.number, entry.vat_number,
    entry.item_id, ${rowOfEntry} || ${waitingUntil(to)}, ${inSignOfRow(sql`entry.amount`)},
    ${inSignOfRow(sql`entry.vat`)}, counted.day, item.date, entry.date >= ${from}::date, 1
  from ${ledgerEntries} as entry
  join ${ledgerItems} as item on item.id = entry.item_id
  ${countedOn(sql`item.date`)}
  where entry.kind in ${WAITING_KINDS} and entry.vat_number is not null and entry.vat is not null
    and entry.date <= ${to}::date and (counted.day is null or counted.day >= ${from}::date)
  union all
  select -note.id, 'credit-note', ${dayOfNote}, note.created_at, invoice.user_id, note.credit_note_number,
    invoice.vat_number, invoice.item_id, 'creditNotes', note.total_amount, note.vat_amount, null, null, false, 1
  from ${notes} as note
  join ${ledgerEntries} as invoice on invoice.invoice_id = note.invoice_id and invoice.kind = 'invoice'
  where note.entry_id is null and ${dayOfNote} between ${from}::date and ${to}::date
  union all
  select -entry.id, case entry.kind when 'missing-credit-note' then 'credit-note' else entry.kind end, entry.date,
    entry.created_at, null, ${PURGED_LABEL}, entry.vat_number, null,
    ${rowOfEntry} || case when entry.invoice_date is not null then ${waitingUntil(to)} else '' end,
    ${inSignOfRow(sql`entry.amount`)}, ${inSignOfRow(sql`coalesce(entry.vat, 0)`)}, counted.day, entry.invoice_date,
    entry.date >= ${from}::date and entry.kind <> 'missing-credit-note', entry.count
  from ${purgedSums} as entry
  ${countedOn(sql`entry.invoice_date`)}
  where not entry.is_unreported and entry.date <= ${to}::date
    and (entry.kind in ('invoice', 'credit-note', 'missing-credit-note') or entry.kind in ${WAITING_KINDS}
      or entry.kind = 'reversal' and entry.vat_number is not null)
    and case when entry.invoice_date is null then entry.date >= ${from}::date
      else counted.day is null or counted.day >= ${from}::date end`;

/** Each column of the CSV but those of the client, of a `document`, its `item`, its `account` and the days of its lines. */
export const vatDocumentJson = sql`jsonb_build_object(
  'number', coalesce(document.number, item.number), 'date', document.date, 'kind', document.kind,
  'OWNumber', account."OWNumber", 'invoiceId', item.invoice_id,
  'invoiceNumber', case when item.invoice_id is not null then item.number end, 'invoiceDate', item.date,
  'gross', document.gross, 'vat', document.vat, 'countsOn', document.counts_on, 'reason', note.reason,
  'dueDate', item.due_date, 'serviceFrom', billed.first_day, 'serviceTo', billed.last_day,
  'firstPaymentDate', payment.bank_date, 'firstPaymentBooked', nullif(payment.date, payment.bank_date))`;

export const vatDocumentJoins = sql`
  left join ${ledgerItems} as item on item.id = document.item_id
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

/** The client of the invoice of a `document`, as it names him, while he exists: no report keeps it (D66). */
export const buyerJson = (invoiceId: SQL): SQL => sql`(
  select jsonb_build_object('userId', user_id, 'client', coalesce(nullif(buyer ->> 'organisation', ''), buyer ->> 'name'),
    'clientVatNumber', buyer -> 'vatNumber')
  from ${invoices} where id = ${invoiceId})`;
