import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ledgerEntries } from '#functions/database/schema/ledger-tables.ts';
import { auditLog } from '#functions/database/schema/system-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let admin: { cookie: string; userId: number };
let money: ReturnType<typeof moneyCalls>;
let other: ReturnType<typeof moneyCalls>;
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
  money = moneyCalls(portal, admin);
  other = moneyCalls(portal, await addCaller(portal, 'admin'));
});
afterAll(() => portal.stop());

const addDebtor = async (amount: number): Promise<number> => {
  const userId = await addUser(portal, {});
  await money.issue(userId, amount);

  return userId;
};

const sumWriteOffs = async (userIds: readonly number[]) => {
  const { rows } = await portal.connection.execute(sql`
    select user_id, sum(amount)::float8 as amount, count(*)::int as entries from ledger_entries
    where kind = 'write-off' and user_id = any (${`{${userIds}}`}::int[]) group by user_id order by user_id`);

  return rows.map(({ user_id, amount, entries }) => [user_id, amount, entries]);
};

const newKey = () => ({ 'idempotency-key': crypto.randomUUID() });

describe('write-offs of a selection', () => {
  it('each client has an outcome: what was written off of all items, or the sentence why nothing was', async () => {
    const owes = await addUser(portal, { User_Debit: '-7.00' });
    await money.issue(owes, 100);
    await portal.connection
      .insert(ledgerEntries)
      // A trigger names the item after its first entry.
      .values({ item_id: sql`null`, user_id: owes, kind: 'refund', date: dayFromToday(0), amount: '-3.00' });
    const [nothing, missing] = [await addUser(portal, {}), 2_000_000_000];

    const { status, body } = await money.writeOffClients([nothing, owes, admin.userId, missing]);

    expect({ status, body }).toEqual({
      status: 200,
      body: [
        { userId: nothing, amount: 0, refused: 'This client owes nothing.' },
        { userId: owes, amount: 110, refused: null },
        { userId: admin.userId, amount: 0, refused: 'This is an administrator, not a client.' },
        { userId: missing, amount: 0, refused: 'This client no longer exists.' },
      ],
    });
    expect(await sumWriteOffs([owes])).toEqual([[owes, 110, 3]]);
    const audited = await portal.connection
      .select({ record: auditLog.record, changes: auditLog.changes })
      .from(auditLog)
      .where(eq(auditLog.action, 'write-offs.clients'));
    expect(audited).toEqual([{ record: `debt of user ${owes}`, changes: { amount: 110 } }]);
    const { rows: told } = await portal.connection.execute(sql`
      select description from activities where user_id = ${owes} and description like '%still payable.'`);
    expect(told.map(({ description }) => String(description).split(' ')[0]).toSorted()).toEqual([
      'Invoice',
      'Opening',
      'Refund',
    ]);
  });

  it('at most 200 clients are taken, each once', async () => {
    const many = Array.from({ length: 201 }, (_, index) => index + 1);

    expect(await money.writeOffClients(many)).toMatchObject({
      status: 400,
      body: { fields: { userIds: 'Choose at most 200 clients' } },
    });
    expect(await money.writeOffClients([1, 1])).toMatchObject({
      status: 400,
      body: { fields: { userIds: 'A client is named twice' } },
    });
  });

  it('that were cut off write nothing twice when they are sent again with their key, and go on', async () => {
    const userIds = [await addDebtor(10), await addDebtor(20), await addDebtor(30)];
    const [, broken = 0] = userIds;
    const headers = newKey();
    // As if the process had been killed between two clients.
    const owner = connectAsOwner();
    await owner.execute(sql`
      create function fail_write_off() returns trigger language plpgsql as $$
      begin raise exception 'cut off'; end $$`);
    await owner.execute(
      sql.raw(`
        create trigger zz_fail_write_off before insert on ledger_entries for each row
        when (new.user_id = ${broken}) execute function fail_write_off()`),
    );

    expect(await money.writeOffClients(userIds, headers)).toMatchObject({ status: 500 });

    await owner.execute(sql`drop trigger zz_fail_write_off on ledger_entries`);
    await owner.execute(sql`drop function fail_write_off`);
    const [first = 0, , third = 0] = userIds;
    expect(await sumWriteOffs(userIds)).toEqual([
      [first, 10, 1],
      [third, 30, 1],
    ]);
    await money.issue(first, 500);
    const again = await money.writeOffClients(userIds, headers);
    expect(again).toMatchObject({
      status: 200,
      body: [10, 20, 30].map((amount, place) => ({ userId: userIds[place], amount, refused: null })),
    });
    expect((await money.writeOffClients(userIds, headers)).body).toEqual(again.body);
    expect(await sumWriteOffs(userIds)).toEqual(
      [10, 20, 30].map((amount, place) => [userIds[place], amount, 1]),
    );
  });

  it('a key that came with other clients or another reason is refused, and nothing is written', async () => {
    const [one, two] = [await addDebtor(10), await addDebtor(20)];
    const headers = newKey();
    await money.writeOffClients([one], headers);

    expect(await money.writeOffClients([two], headers)).toMatchObject({ status: 422 });
    expect(await money.writeOffClients([one], headers, { reason: 'Another' })).toMatchObject({ status: 422 });
    expect(await sumWriteOffs([one, two])).toEqual([[one, 10, 1]]);
  });

  it('what came of a client is forgotten with the client', async () => {
    const userId = await addDebtor(10);
    await money.writeOffClients([userId], newKey());

    await portal.call('DELETE', `/api/admin/users/${userId}`, admin);

    const { rows } = await portal.connection.execute(
      sql`select key from idempotency_keys where answer ->> 'userId' = ${String(userId)}`,
    );
    expect(rows).toEqual([]);
  });

  it('of two administrators at once, in opposite orders, each debt is written off by one of them', async () => {
    const userIds: number[] = [];
    for (let count = 0; count < 12; count += 1) {
      userIds.push(await addDebtor(10));
    }

    const answers = await Promise.all([
      money.writeOffClients(userIds, newKey()),
      other.writeOffClients(userIds.toReversed(), newKey()),
    ]);

    const amounts = answers.flatMap(({ body }) => body.map(({ amount }: { amount: number }) => amount));
    expect(amounts.filter((amount: number) => amount === 10)).toHaveLength(12);
    expect(await sumWriteOffs(userIds)).toEqual(userIds.map((userId) => [userId, 10, 1]));
  });

  it('200 clients are written off in one request, each in a transaction of its own', async () => {
    const userIds: number[] = [];
    for (let count = 0; count < 200; count += 1) {
      userIds.push(await addUser(portal, { User_Debit: '-5.00' }));
    }

    const { status, body } = await money.writeOffClients(userIds, newKey());

    expect(status).toBe(200);
    expect(body).toEqual(userIds.map((userId) => ({ userId, amount: 5, refused: null })));
    const { rows } = await portal.connection.execute(sql`
      select count(distinct xmin::text)::int as transactions from ledger_entries
      where kind = 'write-off' and user_id = any (${`{${userIds}}`}::int[])`);
    expect(rows).toEqual([{ transactions: 200 }]);
  });
});
