import { expect, it } from 'vitest';
import { simulateMonths } from '#test/support/billing-runs/run-histories.ts';

/** The large run is in test/long. */
it('twelve months of forty services that start, end, change and are voided are billed as a recomputation by days says', async () => {
  const { differences, compared } = await simulateMonths({ histories: 40, seed: 11 });

  expect(differences).toEqual([]);
  expect(compared).toBeGreaterThan(150);
});
