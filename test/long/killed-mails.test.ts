import { expect, it } from 'vitest';
import { sendWhileKilled } from '#test/support/faults/killed-mails.ts';

it.each([
  [false, 'at most as many twice as kills hit the gap'],
  [true, 'none twice'],
])('1,000 invoice mails arrive across 10 kills (events delivered: %s), %s', async (areEventsDelivered) => {
  const run = await sendWhileKilled({ mails: 1_000, kills: 10, areEventsDelivered, seed: 23 });

  expect(run.faults).toEqual([]);
  expect(run.doubles).toBeLessThanOrEqual(areEventsDelivered ? 0 : run.gaps);
});
