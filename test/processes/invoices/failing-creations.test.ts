import { expect, it } from 'vitest';
import { createThroughFaults, findNumberFaults } from '#test/support/faults/failing-creations.ts';

/** The large run is in test/long. */
it('invoices get consecutive numbers although 12 of 60 creations from ten workers fail, at different calls', async () => {
  const created = await createThroughFaults({ creations: 60, workers: 10 });

  expect(created.failures).toHaveLength(12);
  expect(findNumberFaults(created)).toEqual({
    notConsecutive: [],
    unlikeExpected: [],
    notFailed: 0,
    rows: [],
  });
});
