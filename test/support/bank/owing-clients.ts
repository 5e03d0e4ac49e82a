import { sql } from 'drizzle-orm';
import { invoices } from '#functions/database/schema/invoices-tables.ts';
import { users } from '#functions/database/schema/users-tables.ts';
import { makeTerms } from '#test/support/invoices/invoices.ts';
import { dayFromToday } from '#test/support/ledger/money-calls.ts';
import type { TestPortal } from '#test/support/portal/open-portal.ts';

/** Writes a client for each list of amounts, with an open invoice of today for each amount, and returns their ids. */
export const addOwingClients = async (
  { connection }: Pick<TestPortal, 'connection'>,
  amounts: readonly (readonly number[])[],
): Promise<number[]> => {
  const clients = await connection
    .insert(users)
    .values(
      amounts.map(() => ({
        User_Name: 'Thandi',
        User_Surname: 'Nkosi',
        User_Email: `${crypto.randomUUID()}@example.com`,
        User_Mobile: '+27821234567',
        User_Pass_Bkp: 'none',
      })),
    )
    .returning({ id: users.User_Id });
  const userIds = clients.map(({ id }) => id).toSorted((one, other) => one - other);
  const added = await connection
    .insert(invoices)
    .values(
      amounts.flatMap((own, place) =>
        own.map((amount) => ({
          invoice_number: `INV-TEST-${crypto.randomUUID()}`,
          user_id: userIds[place] ?? 0,
          total_amount: amount.toFixed(2),
          buyer: {},
          supplier: {},
          terms: makeTerms(),
          due_date: dayFromToday(0),
        })),
      ),
    )
    .returning({ id: invoices.id });
  await connection.execute(sql`
    insert into ledger_entries (user_id, kind, date, amount, due_date, invoice_id, number, created_at)
    select user_id, 'invoice', (created_at at time zone 'Africa/Johannesburg')::date, -total_amount, due_date, id,
      invoice_number, created_at
    from invoices where id = any (${`{${added.map(({ id }) => id)}}`}::int[]) order by id`);

  return userIds;
};
