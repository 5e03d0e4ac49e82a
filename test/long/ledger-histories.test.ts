import { afterAll, beforeAll, it } from 'vitest';
import { runRandomHistory } from '#test/support/ledger/random-history.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

const HISTORIES = 50;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.stop());

it(`${HISTORIES} random histories give the allocations, dues, balances and previews of D53 and D62`, async () => {
  for (let seed = 1; seed <= HISTORIES; seed += 1) {
    await runRandomHistory(portal, seed, { transactions: 10, stepsOfEach: 5 });
  }
});
