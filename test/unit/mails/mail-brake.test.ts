import { expect, it } from 'vitest';
import { applyBrake } from '#functions/domain/mails/mail-brake.ts';
import type { LatelySent } from '#functions/ports/database/mails/mail-event-store.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

/** Applies the brake after these mails; returns whether it asked to pause. */
const isPausedAfter = async (lately: Partial<LatelySent>): Promise<boolean> => {
  const counted = { since: 'a moment', accounts: 100, bounced: 0, complained: 0, ...lately };
  const paused: unknown[] = [];
  await applyBrake(
    {
      countLately: async () => counted,
      pause: async (...asked) => {
        paused.push(asked);

        return true;
      },
    },
    'business',
    NOW,
  );
  expect(paused).toEqual(paused.length === 0 ? [] : [['business', counted, NOW]]);

  return paused.length > 0;
};

it.each<[string, Partial<LatelySent>, boolean]>([
  ['four bounced accounts of four', { accounts: 4, bounced: 4 }, false],
  ['five bounced accounts of 125, which are 4 %', { accounts: 125, bounced: 5 }, true],
  ['five bounced accounts of 126', { accounts: 126, bounced: 5 }, false],
  ['twenty bounced accounts of 500', { accounts: 500, bounced: 20 }, true],
  ['two accounts that complained', { accounts: 2, complained: 2 }, false],
  ['three of 500 accounts that complained', { accounts: 500, complained: 3 }, true],
  ['four that bounced and two that complained', { accounts: 6, bounced: 4, complained: 2 }, false],
])('after %s, of %j, mails are paused: %s', async (_, lately, isPaused) => {
  expect(await isPausedAfter(lately)).toBe(isPaused);
});
