import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareControlOf, compareVat } from '#test/judge/compare.ts';
import { readStored } from '#test/judge/stored.ts';
import { judgedBy, VAT_NUMBER } from '#test/judge/stored-histories.ts';
import { describeDifferences, makeTally } from '#test/judge/tally.ts';
import { HISTORY_END, writeHistories } from '#test/support/ledger/account-histories.ts';
import { moneyCalls } from '#test/support/ledger/money-calls.ts';
import { writeAccount } from '#test/support/ledger/write-account.ts';
import { addCaller } from '#test/support/portal/accounts.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const DELETED = 50;
const KEPT = 5;
const TAX_PERIODS = ['2025-02', '2025-04', '2025-06', '2025-08', '2025-10', '2025-12'];

let portal: TestPortal;
let admin: { cookie: string };
beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER } });
  admin = await addCaller(portal, 'admin');
});
afterAll(() => portal.stop());

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

it('50 deletions leave no debt and no credit, and change neither the totals of a past period nor the VAT of its reports', async () => {
  const userIds = await writeHistories(portal, { accounts: DELETED + KEPT, steps: 2 });
  for (const userId of userIds) {
    await settleAccount(userId);
  }
  const accounts = await readStored(portal.databaseUrl);
  const tally = makeTally();
  const judged = judgedBy(portal, admin, { accounts, tally });
  const compareYear = async () => {
    await compareControlOf(judged, '2025-01-01', '2025-12-31');
    for (const period of TAX_PERIODS) {
      await compareVat(judged, { period, months: 2, vatNumber: VAT_NUMBER });
    }
  };
  await compareYear();

  for (const userId of userIds.slice(0, DELETED)) {
    expect(await portal.call('DELETE', `/api/admin/users/${userId}`, admin)).toMatchObject({ status: 204 });
  }
  for (const account of accounts.filter(({ userId }) => userIds.indexOf(userId) < DELETED)) {
    account.deletedOn = 'today';
  }
  await compareYear();

  expect(describeDifferences(tally)).toEqual([]);
  expect(accounts.flatMap(({ entries }) => entries).some(({ vatCents }) => vatCents !== 0)).toBe(true);
  expect(await sumLeftBehind()).toEqual({ due: 0, free: 0 });
});
