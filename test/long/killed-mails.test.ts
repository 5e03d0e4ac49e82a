import { expect, it } from 'vitest';
import { sendWhileKilled } from '#test/support/faults/killed-mails.ts';

it('1,000 invoice mails arrive across 10 kills, at most as many twice as kills hit the gap before our note', async () => {
  const { faults, doubles, gaps } = await sendWhileKilled({
    mails: 1_000,
    workers: 2,
    kills: 10,
    areEventsDelivered: false,
    seed: 23,
  });
  process.stdout.write(`${gaps} of 10 kills hit the gap, ${doubles} mails were sent twice\n`);

  expect(faults).toEqual([]);
  expect(doubles).toBeLessThanOrEqual(gaps);
});
