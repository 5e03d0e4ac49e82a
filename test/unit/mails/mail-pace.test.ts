import { expect, it } from 'vitest';
import { PostponedError } from '#functions/domain/jobs/job-worker.ts';
import { waitForMoment } from '#functions/domain/mails/mail-pace.ts';
import type { MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import type { PaceShare } from '#shared/mails/mail-shares.ts';

const NOW = new Date('2026-11-20T08:00:00Z');

/** Waits for a moment with these answers of the database, one after the other; returns what was asked and waited. */
const wait = async (
  share: PaceShare,
  answers: Awaited<ReturnType<MailWorkStore['takeMoment']>>[],
  timeLeftMs = 25_000,
) => {
  const asked: Parameters<MailWorkStore['takeMoment']>[] = [];
  const pauses: number[] = [];
  const takeMoment: MailWorkStore['takeMoment'] = async (...ask) => {
    asked.push(ask);

    return answers[asked.length - 1] ?? { isTaken: true, waitMs: 0 };
  };
  const error = await waitForMoment(
    { database: { mailWork: { takeMoment } }, mailPace: { ratePerSecond: 10, invitesPerHour: 50 } },
    share,
    {
      clock: () => NOW,
      timeLeftMs: () => timeLeftMs,
      pause: async (ms) => {
        pauses.push(ms);
      },
    },
  ).catch((thrown: unknown) => thrown);

  return { asked, pauses, error };
};

it('a mail of an account waits for the next moment of the whole rate', async () => {
  const { asked, pauses } = await wait('all', [{ isTaken: true, waitMs: 300 }]);

  expect(asked).toEqual([['all', { everyMs: 100, withinMs: 15_000 }]]);
  expect(pauses).toEqual([300]);
});

it('a business mail waits for a moment of 80 % of the rate, and then takes one of all that is near', async () => {
  const { asked, pauses } = await wait('business', [
    { isTaken: true, waitMs: 900 },
    { isTaken: true, waitMs: 50 },
  ]);

  expect(asked).toEqual([
    ['business', { everyMs: 125, withinMs: 15_000 }],
    ['all', { everyMs: 100, withinMs: 2_000 }],
  ]);
  expect(pauses).toEqual([900, 50]);
});

it('an invitation waits for one of fifty moments in an hour, and then takes one of all that is near', async () => {
  const { asked } = await wait('invite', [{ isTaken: true, waitMs: 900 }]);

  expect(asked).toEqual([
    ['invite', { everyMs: 72_000, withinMs: 15_000 }],
    ['all', { everyMs: 100, withinMs: 2_000 }],
  ]);
});

it('a mail whose moment is too far away is postponed until then, which is no try', async () => {
  const { pauses, error } = await wait('business', [{ isTaken: false, waitMs: 40_000 }]);

  expect(error).toBeInstanceOf(PostponedError);
  expect(error).toMatchObject({ notBefore: new Date('2026-11-20T08:00:40Z') });
  expect(pauses).toEqual([]);
});

it('a worker without time for the call after a wait takes only a moment that is now', async () => {
  const { asked } = await wait('all', [], 9_000);

  expect(asked).toEqual([['all', { everyMs: 100, withinMs: 0 }]]);
});
