import pg from 'pg';

/**
 * Sums the VAT of the invoices that were issued in a period and are not void, also those of deleted clients, from the
 * rows alone. It shares no code with the portal.
 */
export const sumVatCents = async (
  connectionString: string,
  { from, to }: { from: string; to: string },
): Promise<number> => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const { rows } = await client.query(
    `select total_amount::text as total, supplier, terms from (
      select total_amount, supplier, terms, status, created_at from invoices
      union all select total_amount, supplier, terms, status, created_at from retained_invoices) as issued
    where status <> 'void' and (created_at at time zone 'Africa/Johannesburg')::date between $1 and $2`,
    [from, to],
  );
  await client.end();

  let cents = 0;
  for (const { total, supplier, terms } of rows) {
    const percent = Number(terms.vatPercent);
    cents += supplier.vatNumber
      ? Math.round((Number(total.replace('.', '')) * percent) / (100 + percent))
      : 0;
  }

  return cents;
};
