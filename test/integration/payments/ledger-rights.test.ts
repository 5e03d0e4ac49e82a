import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { addCreditNote } from '#test/support/ledger/add-credit-note.ts';
import { addInvoices } from '#test/support/ledger/add-invoices.ts';
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

it('the application reads the sums of what was purged and may not write, change or delete one', async () => {
  const client = await connectAsApplication();
  const { rows } = await client.query(
    `select privilege from unnest(array['select', 'insert', 'update', 'delete']) as privilege
    where has_table_privilege('purged_sums', privilege)`,
  );

  expect(rows).toEqual([{ privilege: 'select' }]);
});

const FILE = ['file_path', 'file_name', 'google_drive_file_id', 'drive_id', 'download_url'];
const DOCUMENT = [...FILE, 'first_printed_at', 'permissions_checked_at', 'updated_at'];

it.each([
  ['invoices', ['status', ...DOCUMENT]],
  ['credit_notes', DOCUMENT],
  [
    'bank_lines',
    [
      'state',
      'payer',
      'perhaps',
      'perhaps_payment_id',
      'fee',
      'fee_date',
      'ordered_by',
      'decided_by',
      'decided_at',
    ],
  ],
])('the application changes no amount, text or day of %s, only its file or state', async (table, allowed) => {
  const client = await connectAsApplication();
  const { rows } = await client.query<{ name: string }>(
    `select column_name as name from information_schema.columns
    where table_name = $1 and has_column_privilege($1, column_name, 'update')`,
    [table],
  );

  expect(rows.map(({ name }) => name).toSorted()).toEqual(allowed.toSorted());
});

it('the application deletes no line of the bank', async () => {
  const client = await connectAsApplication();

  await expect(client.query('delete from bank_lines')).rejects.toThrow('permission denied');
});

it('the application deletes a credit note only if it is retained as it was issued', async () => {
  const userId = await addUser(portal, {});
  const [invoiceId = 0] = await addInvoices(portal, userId, [{}]);
  const id = await addCreditNote(portal, { userId, invoiceId });
  const client = await connectAsApplication();
  const retain = (amount: string) =>
    client.query(
      `insert into retained_credit_notes (id, credit_note_number, invoice_id, total_amount, reason, explanation, buyer,
        supplier, terms, created_at, delete_after)
      select id, credit_note_number, invoice_id, ${amount}, reason, explanation, buyer, supplier, terms, created_at,
        created_at from credit_notes where id = $1`,
      [id],
    );
  const remove = () => client.query('delete from credit_notes where id = $1', [id]);

  await expect(remove()).rejects.toThrow('not retained');
  await client.query('begin');
  await retain('total_amount + 1');
  await expect(remove()).rejects.toThrow('not retained');
  await client.query('rollback');
  await retain('total_amount');
  expect((await remove()).rowCount).toBe(1);
});
