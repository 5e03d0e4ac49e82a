import { type SQL, sql } from 'drizzle-orm';
import { ledgerItems } from '#functions/database/schema/ledger-tables.ts';
import type { NamedInvoice } from '#functions/ports/database/ledger/ledger-store.ts';
import { decimalFromCents } from '#shared/money.ts';

/**
 * The names of a payment in their order: `position`, `amount`, and the item of one of the accounts as `item_id`, which is
 * null if there is none.
 *
 * @param accounts a query with a column `user_id`
 */
export const namedItems = (accounts: SQL, named: readonly NamedInvoice[]): SQL => {
  const names = JSON.stringify(
    named.map(({ invoiceId, amountCents }) => ({ id: invoiceId, amount: decimalFromCents(amountCents) })),
  );
  const invoiceId = sql`(name.value ->> 'id')::bigint`;

  return sql`
    select name.position::int - 1 as position, (name.value ->> 'amount')::numeric as amount, item.id as item_id
    from jsonb_array_elements(${names}::jsonb) with ordinality as name (value, position)
    left join ${ledgerItems} as item on item.user_id in (${accounts}) and item.id = coalesce(
      (select id from ${ledgerItems} where invoice_id = ${invoiceId}),
      (select id from ${ledgerItems} where ${invoiceId} is null and kind = 'opening' and user_id in (${accounts})))`;
};
