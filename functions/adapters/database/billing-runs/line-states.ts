import { type SQL, sql } from 'drizzle-orm';
import { INVOICE_LINES_MAX } from '#shared/billing/run-words.ts';
import { ABRIDGED_TAX_INVOICE_CENTS_MAX } from '#shared/invoices/tax-invoice.ts';
import { decimalFromCents } from '#shared/money.ts';

/** The invoice of a client on which a line comes, from 0: by service and day, as many lines as one may have. */
export const invoiceOf = (among: SQL): SQL => sql`
  (row_number() over (partition by user_id, ${among} order by service_id, from_day) - 1) / ${sql.raw(String(INVOICE_LINES_MAX))}`;

/**
 * A query for the given lines with the `reason` for which each is left out, or null: `refused` comes first, then what an
 * administrator decided, then `waits`. Where what the account `lacks` would be missing on an invoice, all lines of the
 * client are left out (D57).
 */
export const byRule = (lines: SQL): SQL => sql`
  select *, case when refused is not null then refused
    when is_excluded then 'excluded'
    when not is_candidate then waits
    when bool_or(is_candidate and lacks is not null and invoice_total > ${decimalFromCents(ABRIDGED_TAX_INVOICE_CENTS_MAX)}::numeric)
      over (partition by user_id) then lacks end as reason
  from (
    select *, sum(amount) over (partition by user_id, is_candidate, invoice_place) as invoice_total
    from (
      select *, ${invoiceOf(sql`is_candidate`)} as invoice_place
      from (
        select *, refused is null and is_excluded is not true and (waits is null or is_excluded is false) as is_candidate
        from ${lines}
      ) as line
    ) as line
  ) as line`;
