import { sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { meetAtLock } from '#test/support/ledger/meet-at-lock.ts';
import { dayFromToday, moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { writeAtOnce } from '#test/support/ledger/writes-at-once.ts';
import { addCaller, addUser } from '#test/support/portal/accounts.ts';
import { admin, portal } from '#test/support/portal/shared-portal.ts';

let other: Awaited<ReturnType<typeof addCaller>>;

beforeAll(async () => {
  other = await addCaller(portal, 'admin');
});

const callsOfBoth = () => [moneyCalls(portal, admin), moneyCalls(portal, other)] as const;

describe('money of one account at once', () => {
  it('24 payments, reversals, voids and new invoices leave what their entries give when they are replayed', async () => {
    const { statuses, entries, differences } = await writeAtOnce(portal, 6);

    expect([200, 201, 409, 422]).toEqual(expect.arrayContaining([...new Set(statuses)]));
    expect(entries).toBe(12 + statuses.filter((status) => status < 300).length);
    expect(differences).toEqual([]);
  });

  it('two administrators mark one invoice as paid: one payment is recorded, the other gets 409', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, {});
    const { body: invoice } = await one.issue(userId, 100);

    const answers = await meetAtLock(userId, () => [
      one.setStatus(invoice.id, 'paid'),
      other.setStatus(invoice.id, 'paid'),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await one.listPayments(userId)).body).toHaveLength(1);
  });

  it('two administrators name the same invoice for all that it owes: the second payment gets 422', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, {});
    const { body: invoice } = await one.issue(userId, 100);
    const order = { amount: 100, allocations: [{ invoiceId: invoice.id, amount: 100 }] };

    const answers = await meetAtLock(userId, () => [one.pay(userId, order), other.pay(userId, order)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect((await one.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 0, items: [] });
  });

  it('two administrators refund the same credit: one refund is recorded, the other gets 422', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, {});
    await one.pay(userId);

    const answers = await meetAtLock(userId, () => [one.refund(userId), other.refund(userId)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect((await one.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 0, items: [] });
  });

  it('two administrators raise one imported balance to zero: one does, the other gets 422', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, { User_Debit: '-150.00' });

    const answers = await meetAtLock(userId, () => [one.correct(userId), other.correct(userId)]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422]);
    expect((await one.readDebt(userId)).body).toMatchObject({ owed: 50, credit: 0 });
  });

  it('a payment in the place of one that is being reversed waits, and bears its day only if it was reversed', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, { User_Debit: '-5.00' });
    const date = dayFromToday(-2);
    const replaces = await writeAccount(portal, userId).pay(date, 1_000);

    const [reversed, paid] = await meetAtLock(userId, () => [
      one.reverse(replaces),
      other.pay(userId, { date, replaces }),
    ]);

    expect(reversed?.status).toBe(201);
    expect([201, 422]).toContain(paid?.status);
    const again = await other.pay(userId, { date, replaces });
    expect([paid?.status, again.status].filter((status) => status === 201)).toHaveLength(1);
  });

  it('two administrators record one reversed payment again at the same moment: it is recorded once', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, {});
    const { body: paid } = await one.pay(userId);
    await one.reverse(paid.id);

    const answers = await meetAtLock(userId, () => [
      one.pay(userId, { replaces: paid.id }),
      other.pay(userId, { replaces: paid.id }),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409]);
  });

  it('two administrators reverse one payment while a third is recorded: it is reversed once', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, {});
    const { body: invoice } = await one.issue(userId, 100);
    const { body: paid } = await one.pay(userId);

    const answers = await meetAtLock(userId, () => [
      one.reverse(paid.id),
      other.reverse(paid.id),
      one.pay(userId, { amount: 100 }),
    ]);

    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 409]);
    expect((await one.readInvoice(invoice.id)).body).toMatchObject({ status: 'paid', amountDue: 0 });
    expect((await one.readDebt(userId)).body).toMatchObject({ owed: 0, credit: 0, items: [] });
  });
});

describe('money of a client who is deleted at the same moment', () => {
  it('a payment is credit that refuses the deletion, or answers 404 because the client is deleted', async () => {
    const [one] = callsOfBoth();
    const pairs: unknown[] = [];
    for (const isPaidFirst of [true, false]) {
      const userId = await addUser(portal, {});
      const remove = () => portal.call('DELETE', `/api/admin/users/${userId}`, admin);
      const pay = () => one.pay(userId);
      const answers = await meetAtLock(userId, () => (isPaidFirst ? [pay(), remove()] : [remove(), pay()]));
      const { rows } = await portal.connection.execute(sql`
        select count(*) from ledger_items where user_id = ${userId} and free > 0 and is_retained`);
      expect(rows).toEqual([{ count: 0 }]);
      pairs.push(answers.map(({ status }) => status).toSorted());
    }

    for (const pair of pairs) {
      expect([
        [201, 409],
        [204, 404],
      ]).toContainEqual(pair);
    }
  });

  it('money of every kind is written and refuses the deletion, or answers 404', async () => {
    const [one, other] = callsOfBoth();
    const userId = await addUser(portal, { User_Debit: '-200.00' });
    const { body: invoice } = await one.issue(userId, 10_000);
    const { body: paid } = await one.pay(userId, { amount: 40, note: 'A secret of the client' });
    await one.writeOffClients([userId]);
    const key = { 'idempotency-key': crypto.randomUUID() };

    const [deleted, ...answers] = await meetAtLock(userId, () => [
      portal.call('DELETE', `/api/admin/users/${userId}`, admin),
      one.pay(userId, { date: dayFromToday(-1), note: 'Another secret' }, key),
      other.reverse(paid.id),
      other.refund(userId, { amount: 0.01 }),
      one.undoWriteOff(invoice.id),
      other.issue(userId, 10),
    ]);
    const written = answers.filter(({ status }) => status < 300).length;
    for (const answer of answers) {
      expect([200, 201, 404, 422]).toContain(answer.status);
    }
    const { rows } = await portal.connection.execute(sql`
      select count(*) > 0 as "isShown" from ledger_items where user_id = ${userId} and not is_retained`);
    const isRefused = written > 0;
    expect([deleted?.status, rows]).toEqual([isRefused ? 409 : 204, [{ isShown: isRefused }]]);
  });
});
