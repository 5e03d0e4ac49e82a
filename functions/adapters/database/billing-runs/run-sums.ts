import { type SQL, sql } from 'drizzle-orm';
import { billingRunLines } from '#functions/database/schema/billing-tables.ts';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { mails } from '#functions/database/schema/mails-tables.ts';
import { VAT_PERCENT } from '#shared/money.ts';
import { invoiceOf } from './line-states.ts';

/** Days after the end of a run in which its files and mails still change; its sums are fixed afterwards. */
export const SUMS_MOVE_DAYS = 30;

/** The mail that an invoice got when it was issued. */
export const isMailOf = (mail: SQL, invoiceId: SQL): SQL => sql`${mail}.key = 'invoice:' || ${invoiceId}`;

const isMailed = sql`mail.state in ('sent', 'delivered', 'complained')`;

/** True for an issued invoice whose mail is never sent. */
export const isNotMailed = sql`(mail.state is null or mail.state in ('bounced', 'rejected', 'failed', 'skipped'))`;

/**
 * Counts and sums of a run as one JSON object: of what it issues and has issued, and of the files and mails of that. Each
 * invoice's VAT is rounded; one that is not issued yet has VAT if `isTaxInvoice`.
 */
export const sumsOfRun = (runId: SQL | number, isTaxInvoice: boolean | SQL): SQL<string> => sql<string>`(
  with line as (
    select user_id, amount, state, "group", case when state = 'issued' then invoice_id end as invoice_id,
      case when state = 'included' then ${invoiceOf(sql`state`)} end as invoice_place
    from ${billingRunLines} where run_id = ${runId}
  ), bill as (
    select invoice_id, count(*) as lines, sum(amount) as total from line where state in ('included', 'issued')
    group by user_id, invoice_id, invoice_place
  )
  select jsonb_build_object(
    'invoices', count(*), 'lines', coalesce(sum(bill.lines), 0), 'total', coalesce(sum(bill.total), 0),
    'vat', coalesce(sum(round(bill.total * ${sql.raw(`${VAT_PERCENT} / ${100 + VAT_PERCENT}`)}, 2))
      filter (where case when invoice.id is null then ${isTaxInvoice} else invoice.supplier ->> 'vatNumber' is not null end), 0),
    'leftOut', (select count(*) from line where "group" = 'left-out'),
    'toCredit', (select count(*) from line where "group" = 'to-credit'),
    'issued', count(bill.invoice_id), 'issuedTotal', coalesce(sum(bill.total) filter (where bill.invoice_id is not null), 0),
    'printed', count(*) filter (where invoice.first_printed_at is not null),
    'mailed', count(*) filter (where ${isMailed}),
    'notMailed', count(*) filter (where bill.invoice_id is not null and ${isNotMailed}))
  from bill
  left join ${invoices} as invoice on invoice.id = bill.invoice_id
  left join ${mails} as mail on ${isMailOf(sql`mail`, sql`bill.invoice_id`)})`;

/** True if a run issued tax invoices. */
export const issuedTaxInvoices = (runId: SQL | number): SQL => sql`exists (
  select from ${billingRunLines} as line join ${invoices} as invoice on invoice.id = line.invoice_id
  where line.run_id = ${runId} and line.state = 'issued' and invoice.supplier ->> 'vatNumber' is not null)`;

/** The sums that a run keeps from its end on, with what has become of its files and mails since. */
export const keptSums = (run: SQL): SQL<string> => sql<string>`(${run}.sums || (
  select jsonb_object_agg(key, value) from jsonb_each(${sumsOfRun(sql`${run}.id`, false)})
  where key in ('printed', 'mailed', 'notMailed')))`;
