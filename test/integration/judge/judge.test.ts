import { expect, it } from 'vitest';
import { runJudge } from '#test/judge/years.ts';

/** The large run is in test/long. */
it('12 accounts over 8 months: every figure of the portal equals the books of a judge that shares no code with it', async () => {
  const { differences } = await runJudge({
    seed: 36,
    accounts: 12,
    actsEachMonth: 1.5,
    months: 8,
    vatNumbers: ['4111111111', '4222222222'],
  });

  expect(differences).toEqual([]);
});
