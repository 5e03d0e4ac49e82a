import { expect, it } from 'vitest';
import { bookWhileKilled } from '#test/support/faults/killed-bookings.ts';

const LINES = 1_000;
const KILLS = 20;

it(`a 'Book all' of ${LINES} lines whose worker is killed ${KILLS} times books each line once, and its file ties`, async () => {
  const { faults, metLines, job, payments, paid, file } = await bookWhileKilled({
    lines: LINES,
    kills: KILLS,
    seed: 23,
  });
  process.stdout.write(`lines that were booked at each kill: ${metLines.join(' ')}\n`);

  expect(faults).toEqual([]);
  expect(metLines).toHaveLength(KILLS);
  expect(job).toBe('completed');
  expect(payments).toEqual({ count: LINES, sum: paid });
  expect(file).toMatchObject({
    state: 'ready',
    ties: true,
    counts: { booked: LINES, certain: 0, ordered: 0 },
  });
});
