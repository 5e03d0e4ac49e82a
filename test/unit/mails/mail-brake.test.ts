import { expect, it } from 'vitest';
import { applyBrake } from '#functions/domain/mails/mail-brake.ts';
import type { LatelySent } from '#functions/ports/database/mails/mail-event-store.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

type Mails = LatelySent['mails'];

/** Applies the brake after these mails; returns whose mails it named when it asked to pause. */
const brakeAfter = async (mails: Mails) => {
  const lately = { since: 'a moment', mails };
  const paused: unknown[] = [];
  const back = await applyBrake(
    {
      listLately: async () => lately,
      pause: async (...asked) => {
        paused.push(asked);

        return true;
      },
    },
    'business',
    NOW,
  );
  expect(paused).toEqual(back === undefined ? [] : [['business', lately, NOW]]);

  return back;
};

interface Numbers {
  accounts?: number;
  bounced?: number;
  complained?: number;
}

/** One mail to each of so many mailboxes. */
const mailsOf = ({ accounts = 100, bounced = 0, complained = 0 }: Numbers): Mails =>
  Array.from({ length: accounts }, (_, index) => ({
    owNumber: `OW${10_000 + index}`,
    recipient: `client${index}@example.com`,
    state: index < bounced ? 'bounced' : index < bounced + complained ? 'complained' : 'delivered',
  }));

it.each<[string, Numbers, boolean]>([
  ['four bounced accounts of four', { accounts: 4, bounced: 4 }, false],
  ['five bounced accounts of 125, which are 4 %', { accounts: 125, bounced: 5 }, true],
  ['five bounced accounts of 126', { accounts: 126, bounced: 5 }, false],
  ['twenty bounced accounts of 500', { accounts: 500, bounced: 20 }, true],
  ['two accounts that complained', { accounts: 2, complained: 2 }, false],
  ['three of 500 accounts that complained', { accounts: 500, complained: 3 }, true],
  ['four that bounced and two that complained', { accounts: 6, bounced: 4, complained: 2 }, false],
])('after %s, of %j, mails are paused: %s', async (_, numbers, isPaused) => {
  expect((await brakeAfter(mailsOf(numbers))) !== undefined).toBe(isPaused);
});

it('three accounts of one mailbox count once, by plus-addresses and by dots at gmail.com', async () => {
  const complaints = (recipients: string[]): Mails =>
    recipients.map((recipient, index) => ({ owNumber: `OW${index}`, recipient, state: 'complained' }));

  expect(
    await brakeAfter(complaints(['eve@example.com', 'eve+1@example.com', 'Eve+2@example.com'])),
  ).toBeUndefined();
  expect(
    await brakeAfter(complaints(['eve.a@gmail.com', 'evea@gmail.com', 'e.vea+x@gmail.com'])),
  ).toBeUndefined();
  expect(await brakeAfter(complaints(['a@example.com', 'b@example.com', 'c@example.com']))).toBeDefined();
});

it('what stops the mails names each account whose mails came back or were reported, with their number', async () => {
  const bounced = mailsOf({ accounts: 6, bounced: 5 });
  const [first] = bounced;

  expect(await brakeAfter([...bounced, ...(first ? [first] : [])])).toEqual({
    OW10000: 2,
    OW10001: 1,
    OW10002: 1,
    OW10003: 1,
    OW10004: 1,
  });
});
