import { expect, it } from 'vitest';
import { simulateMonths } from '#test/support/billing-runs/run-histories.ts';

const HISTORIES = 1_000;

it(`twelve months of ${HISTORIES} services are billed as a recomputation by days says`, async () => {
  const { differences, compared } = await simulateMonths({ histories: HISTORIES, seed: 29 });
  process.stdout.write(`lines that were compared: ${compared}\n`);

  expect(differences).toEqual([]);
});
