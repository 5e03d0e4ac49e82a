import { afterAll, beforeAll, it } from 'vitest';
import { runRandomHistory } from '#test/support/ledger/random-history.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it.each([1, 2, 3, 4])(
  'random history %i of an account gives the allocations, dues, balance and previews of D53 and D62',
  async (seed) => {
    await runRandomHistory(portal, seed, { transactions: 4, stepsOfEach: 6 });
  },
);
