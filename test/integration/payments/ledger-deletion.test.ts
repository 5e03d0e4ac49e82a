import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { formatRand } from '#shared/money.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let money: ReturnType<typeof moneyCalls>;

beforeAll(() => {
  money = moneyCalls(portal, admin);
});

const remove = (userId: number) => portal.call('DELETE', `/api/admin/users/${userId}`, admin);

const TYPED = { reference: 'Typed reference', note: 'Typed note' };

/** Adds a client who owes nothing, with entries that an administrator wrote, and texts beside them. */
const addClientWithMoney = async () => {
  const userId = await addUser(portal, { User_Debit: '-7.00' });
  const { body: invoice } = await money.issue(userId, 100);
  const { body: reversed } = await money.pay(userId, { amount: 20, ...TYPED });
  await money.reverse(reversed.id, { reason: 'Typed reason' });
  const { body: payment } = await money.pay(
    userId,
    { amount: 130, ...TYPED },
    { 'idempotency-key': crypto.randomUUID() },
  );
  await money.refund(userId, { amount: 23, reason: 'Typed reason' });

  return { userId, invoice, payment };
};

const readRows = async (userId: number) => {
  const { rows } = await portal.connection.execute(sql`
    select (select jsonb_agg(to_jsonb(entry) order by id) from ledger_entries as entry where user_id = ${userId}) as entries,
      (select jsonb_agg(to_jsonb(one) order by id) from ledger_allocations as one where user_id = ${userId}) as allocations,
      (select jsonb_agg(to_jsonb(beside) - 'note' order by entry_id) from entry_notes as beside
        join ledger_entries on id = entry_id where user_id = ${userId}) as texts`);

  return rows[0];
};

/** Lists every table with a row that contains a text. */
const findText = async (text: string): Promise<string[]> => {
  const { rows } = await portal.connection.execute(
    sql`select relname as name from pg_stat_user_tables where schemaname = 'public' order by 1`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rows: hits } = await portal.connection.execute(
      sql`select 1 as hit from ${sql.identifier(String(name))} as kept where to_jsonb(kept)::text like ${`%${text}%`} limit 1`,
    );
    found.push(...hits.map(() => String(name)));
  }

  return found;
};

describe('deleting a client', () => {
  it('a deletion keeps entries, methods, reasons, references and allocations as they were, and no note', async () => {
    const { userId } = await addClientWithMoney();
    const before = await readRows(userId);
    expect(JSON.stringify(before)).toMatch(/Typed reason.*Typed reference|Typed reference.*Typed reason/);
    expect(await findText('Typed note')).toContain('entry_notes');

    expect(await remove(userId)).toMatchObject({ status: 204 });

    expect(await readRows(userId)).toEqual(before);
    expect(await findText('Typed note')).toEqual([]);
  });

  it('a client who has credit is not deleted, and the refusal names what must be refunded first', async () => {
    const { userId } = await addClientWithMoney();
    await money.pay(userId, { amount: 1234.5 });
    const before = await readRows(userId);

    expect(await remove(userId)).toMatchObject({
      status: 409,
      body: { code: 'has_credit', message: `Please refund ${formatRand(123_450)} first.` },
    });
    expect(await readRows(userId)).toEqual(before);
    expect((await money.readDebt(userId)).body).toMatchObject({ credit: 1234.5 });

    await money.refund(userId, { amount: 1234.5 });
    expect(await remove(userId)).toMatchObject({ status: 204 });
  });

  it('a client who owes is not deleted until that is written off, and the deletion then changes no entry', async () => {
    const userId = await addUser(portal, { User_Debit: '-7.00' });
    const { body: invoice } = await money.issue(userId, 100);
    await money.pay(userId, { amount: 40, allocations: [{ invoiceId: invoice.id, amount: 40 }] });
    const owing = await readRows(userId);

    expect(await remove(userId)).toMatchObject({
      status: 409,
      body: { code: 'owes', message: `Please write off or credit ${formatRand(6700)} first.` },
    });
    expect(await readRows(userId)).toEqual(owing);

    await money.writeOffClients([userId]);
    const settled = await readRows(userId);
    expect(await remove(userId)).toMatchObject({ status: 204 });
    expect(await readRows(userId)).toEqual(settled);
  });

  it('no route shows or changes the money of a deleted client', async () => {
    const { userId, invoice, payment } = await addClientWithMoney();

    await remove(userId);

    const missing = { status: 404, body: { message: 'User not found' } };
    expect(await money.listPayments(userId)).toMatchObject(missing);
    expect(await money.readDebt(userId)).toMatchObject(missing);
    expect(await money.pay(userId)).toMatchObject(missing);
    expect(await money.refund(userId)).toMatchObject(missing);
    expect(await money.correct(userId)).toMatchObject(missing);
    expect(await money.issue(userId, 1)).toMatchObject(missing);
    expect(await money.reverse(payment.id)).toMatchObject({
      status: 404,
      body: { message: 'Payment not found' },
    });
    expect(await money.setStatus(invoice.id, 'void')).toMatchObject({
      status: 404,
      body: { message: 'Invoice not found' },
    });
  });
});
