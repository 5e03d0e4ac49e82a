import { expect, it } from 'vitest';
import { sendAtPace } from '#test/support/mails/mail-pace-run.ts';

it('1,000 invoices take at most 1.2 times what the rate allows, and a reset asked meanwhile is sent within 5 s', async () => {
  const { partOfAllowed, longestWaitMs } = await sendAtPace({ invoices: 1_000, ratePerSecond: 5 });
  process.stdout.write(
    `${partOfAllowed.toFixed(2)} times what the rate allows; the longest wait of a reset: ${Math.round(longestWaitMs)} ms\n`,
  );

  expect(partOfAllowed).toBeLessThan(1.2);
  expect(longestWaitMs).toBeLessThan(5_000);
});
