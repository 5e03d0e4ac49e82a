import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CONTROL_ROWS } from '#shared/contract/limits.ts';
import { HISTORY_END, writeHistories } from '#test/support/ledger/account-histories.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { controlRowOf } from '#test/support/ledger/recompute.ts';
import { sumVatCents } from '#test/support/ledger/sum-vat.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const DELETED = 50;
const KEPT = 5;
const PERIOD = { from: '2025-01-01', to: '2025-12-31' };

let portal: TestPortal;
let admin: { cookie: string };
beforeAll(async () => {
  portal = await startTestPortal();
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

type Sums = Record<string, number>;

const add = (sums: Sums, name: string, amount: number) => {
  sums[name] = (sums[name] ?? 0) + Math.round(amount * 100);
};

/** The control account in cents: the balances before and after the period, and each row. */
const readTotals = async (): Promise<Sums> => {
  const { body } = await portal.call(
    'GET',
    `/api/admin/ledger/totals?from=${PERIOD.from}&to=${PERIOD.to}`,
    admin,
  );
  const sums: Sums = {};
  for (const [name, amount] of Object.entries({
    ...Object.fromEntries(CONTROL_ROWS.map((row) => [row, body[row]])),
    before: body.opening,
    after: body.closing,
  })) {
    add(sums, name, Number(amount));
  }

  return sums;
};

const addStatement = async (sums: Sums, userId: number) => {
  const { body } = await portal.call(
    'GET',
    `/api/users/${userId}/statement?from=${PERIOD.from}&to=${PERIOD.to}`,
    admin,
  );
  add(sums, 'before', body.opening);
  add(sums, 'after', body.closing);
  for (const { kind, debit, credit } of body.lines) {
    const amount = (debit ?? 0) - (credit ?? 0);
    add(sums, controlRowOf({ kind, cents: -amount }), amount);
  }
};

const addRetained = async (sums: Sums) => {
  const { rows } = await portal.connection.execute(sql`
    select date < ${PERIOD.from}::date as "isBefore", kind, amount from ledger_entries
    where date <= ${PERIOD.to}::date and user_id not in (select "User_Id" from users)`);
  for (const { isBefore, kind, amount } of rows) {
    const entry = { kind: String(kind), cents: Number(amount) };
    add(sums, isBefore ? 'before' : controlRowOf(entry), -entry.cents);
    add(sums, 'after', -entry.cents);
  }
};

/** Leaves the account without debt and credit after the period, because only such a client is deleted. */
const settleAccount = async (userId: number) => {
  await moneyCalls(portal, admin).writeOffClients([userId]);
  const { body } = await portal.call('GET', `/api/users/${userId}/debt`, admin);
  if (body.credit > 0) {
    await writeAccount(portal, userId).refund(HISTORY_END, Math.round(body.credit * 100));
  }
};

/** What deleted accounts owe, and the credit that they left. */
const sumLeftBehind = async () => {
  const { rows } = await portal.connection.execute(sql`
    select sum(due)::float8 as due, sum(free)::float8 as free from ledger_items where is_retained`);

  return rows[0];
};

it('50 deletions leave no debt and no credit, and change neither the totals of a past period nor the VAT of its invoices', async () => {
  const userIds = await writeHistories(portal, { accounts: DELETED + KEPT, steps: 2 });
  for (const userId of userIds) {
    await settleAccount(userId);
  }
  const [totals, vatCents] = [await readTotals(), await sumVatCents(portal.databaseUrl, PERIOD)];

  for (const userId of userIds.slice(0, DELETED)) {
    expect(await portal.call('DELETE', `/api/admin/users/${userId}`, admin)).toMatchObject({ status: 204 });
  }

  expect(await readTotals()).toEqual(totals);
  expect(await sumVatCents(portal.databaseUrl, PERIOD)).toBe(vatCents);
  expect(vatCents).toBeGreaterThan(0);
  expect(await sumLeftBehind()).toEqual({ due: 0, free: 0 });

  const sums: Sums = Object.fromEntries(Object.keys(totals).map((name) => [name, 0]));
  for (const userId of userIds.slice(DELETED)) {
    await addStatement(sums, userId);
  }
  await addRetained(sums);
  expect(sums, 'the statements and the entries of deleted accounts').toEqual(totals);
});
