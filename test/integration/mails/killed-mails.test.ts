import { expect, it } from 'vitest';
import { sendWhileKilled } from '#test/support/faults/killed-mails.ts';

/** The larger runs are in test/processes and test/long. */
it('an invoice mail whose sender is killed after SES took it is sent, at most once more', async () => {
  const { doubles, gaps, faults } = await sendWhileKilled({
    mails: 2,
    workers: 1,
    kills: 1,
    areEventsDelivered: false,
    seed: 22,
  });

  expect(faults).toEqual([]);
  expect(gaps).toBe(1);
  expect(doubles).toBeLessThanOrEqual(gaps);
});
