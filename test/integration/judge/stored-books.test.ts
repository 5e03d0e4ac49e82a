import { afterAll, beforeAll, expect, it } from 'vitest';
import { judgeHistories, VAT_NUMBER } from '#test/judge/stored-histories.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ settings: { SUPPLIER_VAT_NUMBER: VAT_NUMBER } });
});
afterAll(() => portal.stop());

/** The large run is in test/long. */
it('rows, statements, debts and VAT of 12 random histories are what the judge gives who replays their entries', async () => {
  const { differences } = await judgeHistories(portal, { accounts: 12, steps: 20 });

  expect(differences).toEqual([]);
});
