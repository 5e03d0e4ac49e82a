import { expect, it } from 'vitest';
import { createThroughFaults, findNumberFaults } from '#test/support/faults/failing-creations.ts';

it('invoices get consecutive numbers although 100 of 500 creations from 50 workers fail, at different calls', async () => {
  const created = await createThroughFaults({ creations: 500, workers: 50 });
  const kinds = Map.groupBy(
    created.failures,
    ({ step, fault, isRepeated }) => `${step}, ${fault}, ${isRepeated ? 'asked again' : 'left'}`,
  );
  for (const [kind, { length }] of [...kinds].toSorted()) {
    process.stdout.write(`${kind.padEnd(40)} ${length}\n`);
  }
  process.stdout.write(
    `${created.written.length} invoices, last number ${created.written.at(-1)?.number}, ${created.refusedRepeats} repeats refused\n`,
  );

  expect(created.failures).toHaveLength(100);
  expect(findNumberFaults(created)).toEqual({
    notConsecutive: [],
    unlikeExpected: [],
    notFailed: 0,
    rows: [],
  });
});
