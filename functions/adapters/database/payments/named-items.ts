import { type SQL, sql } from 'drizzle-orm';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import type { NamedInvoice } from '#functions/ports/database/payments/ledger-store.ts';
import { decimalFromCents } from '#shared/money.ts';

/** The names of a payment, as the JSON in the column `named` of `namedItemsOf`. */
export const namesOf = (named: readonly NamedInvoice[]) =>
  named.map(({ invoiceId, amountCents }) => ({ id: invoiceId, amount: decimalFromCents(amountCents) }));

const NONE = sql`
  select 0 as place, 0 as position, null::bigint as invoice_id, 0::numeric as amount, null::bigint as item_id where false`;

/**
 * The names of payments in their order: the payment's `place`, the name's `position`, its `invoice_id` and `amount`, and
 * the item of the account as `item_id`, which is null if there is none. Most payments have no name, and PostgreSQL then
 * has next to nothing to plan.
 *
 * @param payments a query with the columns `place`, `user_id` and `named`
 */
export const namedItemsOf = (payments: SQL, hasNames: boolean): SQL => {
  if (!hasNames) {
    return NONE;
  }
  const invoiceId = sql`(name.value ->> 'id')::bigint`;

  return sql`
    select payment.place, name.position::int - 1 as position, ${invoiceId} as invoice_id,
      (name.value ->> 'amount')::numeric as amount, item.id as item_id
    from (${payments}) as payment
    cross join jsonb_array_elements(payment.named) with ordinality as name (value, position)
    left join ${ledgerItems} as item on item.user_id = payment.user_id and item.id = coalesce(
      (select id from ${ledgerItems} where invoice_id = ${invoiceId}),
      (select id from ${ledgerItems} where ${invoiceId} is null and kind = 'opening' and user_id = payment.user_id))`;
};

/**
 * The names of one payment.
 *
 * @param accounts a query with a column `user_id`
 */
export const namedItems = (accounts: SQL, named: readonly NamedInvoice[]): SQL =>
  namedItemsOf(
    sql`select 0 as place, user_id, ${JSON.stringify(namesOf(named))}::jsonb as named from (${accounts}) as account`,
    named.length > 0,
  );
