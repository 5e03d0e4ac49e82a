import { afterAll, beforeAll, expect, it } from 'vitest';
import { reconcile } from '#test/support/ledger/reconcile.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

/** The large run is in test/long. */
it('statements and debts of 8 generated accounts equal to the cent what the rows of the ledger give', async () => {
  const { differences, statements, debt } = await reconcile(portal, { accounts: 8, steps: 10 });

  expect({ statements, differences }).toEqual({ statements: 40, differences: [] });
  expect(debt.answered).toMatchObject(debt.recomputed);
});
