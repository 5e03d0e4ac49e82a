import { expect, it } from 'vitest';
import { sendInvoiceStorm } from '#test/support/mails/mail-storm.ts';

it('at most 150 of 1,000 invoice mails leave when each tenth bounces after ten seconds', async () => {
  const { left, wokenTimes } = await sendInvoiceStorm({
    mails: 1_000,
    eachBounces: 10,
    eventsAfterMs: 10_000,
  });
  process.stdout.write(`${left} of 1,000 mails left\n`);

  expect(left).toBeLessThanOrEqual(150);
  expect(wokenTimes).toBe(1);
});
