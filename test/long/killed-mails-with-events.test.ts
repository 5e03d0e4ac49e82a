import { expect, it } from 'vitest';
import { sendWhileKilled } from '#test/support/faults/killed-mails.ts';

it('1,000 invoice mails arrive across 10 kills, none twice where the events are delivered', async () => {
  const { faults, doubles, gaps } = await sendWhileKilled({
    mails: 1_000,
    workers: 2,
    kills: 10,
    areEventsDelivered: true,
    seed: 23,
  });
  process.stdout.write(`${gaps} of 10 kills hit the gap, ${doubles} mails were sent twice\n`);

  expect(faults).toEqual([]);
  expect(gaps).toBeGreaterThan(0);
  expect(doubles).toBe(0);
});
