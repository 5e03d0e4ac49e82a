import { it } from 'vitest';
import { runRandomHistory } from '#test/support/ledger/random-history.ts';
import { portal } from '#test/support/portal/shared-portal.ts';

it.each([1, 2, 3, 4])(
  'random history %i of an account gives the allocations, dues, balance and previews of D53 and D62',
  async (seed) => {
    await runRandomHistory(portal, seed, { transactions: 4, stepsOfEach: 6 });
  },
);
