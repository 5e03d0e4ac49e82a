import { expect, it } from 'vitest';
import { createThroughFaults, findNumberFaults } from '#test/support/faults/failing-creations.ts';

/** test/long holds the large one. */
it('60 creations from ten workers, a fifth of which fail, at each call, leave consecutive numbers', async () => {
  const created = await createThroughFaults({ creations: 60, workers: 10 });

  expect(created.failures).toHaveLength(12);
  expect(findNumberFaults(created)).toEqual({
    notConsecutive: [],
    unlikeExpected: [],
    notFailed: 0,
    rows: [],
  });
});
