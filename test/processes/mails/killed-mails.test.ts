import { expect, it } from 'vitest';
import { sendWhileKilled } from '#test/support/faults/killed-mails.ts';

it('12 invoice mails arrive across two kills, doubled only where a kill came between the answer of SES and our note', async () => {
  const { doubles, gaps, faults } = await sendWhileKilled({
    mails: 12,
    workers: 2,
    kills: 2,
    areEventsDelivered: false,
    seed: 22,
  });

  expect(faults).toEqual([]);
  expect(gaps).toBeGreaterThan(0);
  expect(doubles).toBeLessThanOrEqual(gaps);
});
