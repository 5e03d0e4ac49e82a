import { sql } from 'drizzle-orm';
import { makeTerms } from '#test/support/invoices/invoices.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

/** Writes a client for each list of amounts, with an open invoice of today for each amount, and returns their ids. */
export const addOwingClients = async (
  { connection }: Pick<TestPortal, 'connection'>,
  amounts: readonly (readonly number[])[],
): Promise<number[]> => {
  const { rows } = await connection.execute(sql`
    insert into users ("User_Name", "User_Surname", "User_Email", "User_Mobile", "User_Pass_Bkp")
    select 'Thandi', 'Nkosi', gen_random_uuid() || '@example.com', '+27821234567', 'none'
    from generate_series(1, ${amounts.length}::int)
    returning "User_Id" as id`);
  const userIds = rows.map(({ id }) => Number(id)).toSorted((one, other) => one - other);
  const owed = JSON.stringify(
    amounts.flatMap((own, place) => own.map((amount) => ({ client: userIds[place], amount }))),
  );
  await connection.execute(sql`
    insert into invoices (invoice_number, user_id, total_amount, buyer, supplier, terms, due_date)
    select 'INV-TEST-' || gen_random_uuid(), client, amount, '{}', '{}', ${JSON.stringify(makeTerms())}::jsonb,
      ${dayFromToday(0)}::date
    from jsonb_to_recordset(${owed}::jsonb) as owed (client int, amount numeric)`);
  await connection.execute(sql`
    insert into ledger_entries (user_id, kind, date, amount, due_date, invoice_id, number, created_at)
    select user_id, 'invoice', (created_at at time zone 'Africa/Johannesburg')::date, -total_amount, due_date, id,
      invoice_number, created_at
    from invoices where user_id = any (${`{${userIds}}`}::int[]) order by id`);

  return userIds;
};
