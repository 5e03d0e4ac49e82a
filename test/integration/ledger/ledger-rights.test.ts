import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { addUser } from '#test/support/portal/accounts.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

const connectAsApplication = async () => {
  const client = new pg.Client({ connectionString: portal.databaseUrl });
  await client.connect();
  onTestFinished(() => client.end());
  await client.query('set session authorization portal_app');

  return client;
};

it('the application may update every column of an account but the balance, which only the ledger changes', async () => {
  const userId = await addUser(portal, {});
  const client = await connectAsApplication();
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
    where table_name = 'users' and is_generated = 'NEVER' and column_name <> 'User_Debit'`,
  );
  const mayUpdate = (column: string) =>
    client.query(`update users set "${column}" = "${column}" where "User_Id" = $1`, [userId]);

  expect(rows.length).toBeGreaterThan(40);
  for (const { name } of rows) {
    expect((await mayUpdate(name)).rowCount).toBe(1);
  }
  await expect(mayUpdate('User_Debit')).rejects.toThrow('permission denied for table users');
});

it.each(['ledger_entries', 'entry_notes', 'ledger_allocations'])(
  'the application adds rows of %s and may neither change nor delete one',
  async (table) => {
    const client = await connectAsApplication();

    await expect(client.query(`delete from ${table}`)).rejects.toThrow(
      `permission denied for table ${table}`,
    );
    const { rows } = await client.query(
      `select has_table_privilege('${table}', 'insert') as adds, has_any_column_privilege('${table}', 'update') as changes`,
    );
    expect(rows).toEqual([{ adds: true, changes: false }]);
  },
);
