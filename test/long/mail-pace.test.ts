import { expect, it } from 'vitest';
import { sendAtPace } from '#test/support/mails/mail-pace-run.ts';

it('1,000 invoices take at most 1.2 times what the rate allows, and a reset asked meanwhile is sent within 5 s', async () => {
  const run = await sendAtPace({ invoices: 1_000, ratePerSecond: 5 });

  expect(run.partOfAllowed).toBeLessThan(1.2);
  expect(run.longestWaitMs).toBeLessThan(5_000);
});
