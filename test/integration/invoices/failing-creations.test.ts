import { expect, it } from 'vitest';
import { createThroughFaults, findNumberFaults } from '#test/support/faults/failing-creations.ts';

/** The larger runs are in test/processes and test/long. */
it('invoices get consecutive numbers although 4 of 20 creations from five workers fail, each at another call', async () => {
  const created = await createThroughFaults({ creations: 20, workers: 5 });

  expect(new Set(created.failures.map(({ step }) => step)).size).toBe(4);
  expect(findNumberFaults(created)).toEqual({
    notConsecutive: [],
    unlikeExpected: [],
    notFailed: 0,
    rows: [],
  });
});
