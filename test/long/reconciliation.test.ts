import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '#test/support/ledger/reconcile.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it('statements and debts of 300 generated accounts equal to the cent what the rows of the ledger give', async () => {
  const { differences, statements, debt } = await reconcile(portal, { accounts: 300, steps: 15 });

  expect({ statements, differences }).toEqual({ statements: 1500, differences: [] });
  expect(debt.answered).toMatchObject(debt.recomputed);
});
