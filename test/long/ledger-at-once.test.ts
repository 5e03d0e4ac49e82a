import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { users } from '#functions/database/schema/users-tables.ts';
import { connectAsOwner } from '#test/support/database/owner-connection.ts';
import { moneyCalls, readLedger } from '#test/support/ledger/money-calls.ts';
import { writeAtOnce } from '#test/support/ledger/writes-at-once.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it('200 writes of one account at once leave what their entries give when they are replayed one by one', async () => {
  const { statuses, entries, differences } = await writeAtOnce(portal, 50);

  expect(statuses).toHaveLength(200);
  expect([200, 201, 409, 422, 503]).toEqual(expect.arrayContaining([...new Set(statuses)]));
  expect(entries).toBe(100 + statuses.filter((status) => status < 300).length);
  expect(differences).toEqual([]);
});

it('a payment that waits ten seconds for its account answers 503 with Retry-After and writes nothing', async () => {
  const money = moneyCalls(portal, await addCaller(portal, 'admin'));
  const userId = await addUser(portal, {});

  const answer = await connectAsOwner().transaction(async (holder) => {
    await holder.execute(sql`set local idle_in_transaction_session_timeout = 0`);
    await holder.select().from(users).where(eq(users.User_Id, userId)).for('update');

    return money.pay(userId);
  });

  expect(answer).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await readLedger(portal, userId)).entries).toEqual([]);
  expect((await money.pay(userId)).status).toBe(201);
});
