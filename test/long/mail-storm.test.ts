import { expect, it } from 'vitest';
import { sendInvoiceStorm } from '#test/support/mails/mail-storm.ts';

it('of 1,000 invoice mails of which each tenth bounces after ten seconds, at most 150 leave', async () => {
  const { left, wokenTimes } = await sendInvoiceStorm({
    mails: 1_000,
    eachBounces: 10,
    eventsAfterMs: 10_000,
  });
  process.stdout.write(`${left} of 1,000 mails left\n`);

  expect(left).toBeLessThanOrEqual(150);
  expect(wokenTimes).toBe(1);
});
