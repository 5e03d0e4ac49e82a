import { expect, it } from 'vitest';
import { bookWhileKilled } from '#test/support/faults/killed-bookings.ts';

/** The large run is in test/long. */
it("a 'Book all' whose worker is killed three times books each line once, and its file ties", async () => {
  const { faults, metLines, job, payments, paid, file } = await bookWhileKilled({
    lines: 120,
    kills: 3,
    seed: 7,
  });

  expect(faults).toEqual([]);
  expect(metLines).toHaveLength(3);
  expect(job).toBe('completed');
  expect(payments).toEqual({ count: 120, sum: paid });
  expect(file).toMatchObject({ state: 'ready', ties: true, counts: { booked: 120, certain: 0, ordered: 0 } });
});
