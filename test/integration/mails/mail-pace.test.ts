import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailPace } from '#functions/database/schema/mails-tables.ts';
import type { MailWorkStore } from '#functions/ports/database/mails/mail-work-store.ts';
import { startTestPortal, type TestPortal } from '#test/support/portal/portal.ts';

let portal: TestPortal;
let mailWork: MailWorkStore;

beforeAll(async () => {
  portal = await startTestPortal();
  mailWork = (await import('#local/seed/whole-database.ts')).database.mailWork;
});
beforeEach(() => portal.connection.update(mailPace).set({ free_at: new Date(0).toISOString() }));
afterAll(() => portal.stop());

const EVERY_MS = 60_000;
const HOUR_MS = 60 * EVERY_MS;

it('workers that ask at once get different moments, one behind the other', async () => {
  const begun = Date.now();
  const taken = await Promise.all(
    Array.from({ length: 40 }, () => mailWork.takeMoment('all', { everyMs: EVERY_MS, withinMs: HOUR_MS })),
  );
  const tookMs = Date.now() - begun;
  const waits = taken.map(({ waitMs }) => waitMs).toSorted((a, b) => a - b);

  expect(taken.every(({ isTaken }) => isTaken)).toBe(true);
  for (const [place, waitMs] of waits.entries()) {
    expect(waitMs).toBeLessThanOrEqual(place * EVERY_MS);
    expect(waitMs).toBeGreaterThanOrEqual(place * EVERY_MS - tookMs);
  }
});

it('a moment that is too far away is not taken, and the worker hears how long it is until then', async () => {
  const times = { everyMs: EVERY_MS, withinMs: EVERY_MS };
  const taken = [];
  for (let ask = 0; ask < 4; ask += 1) {
    taken.push((await mailWork.takeMoment('business', times)).isTaken);
  }
  const { isTaken, waitMs } = await mailWork.takeMoment('business', times);

  expect(taken).toEqual([true, true, false, false]);
  expect(isTaken).toBe(false);
  expect(waitMs).toBeGreaterThan(EVERY_MS);
  expect(waitMs).toBeLessThanOrEqual(2 * EVERY_MS);
});

it('moments that business mails have taken do not delay the next moment of all mails', async () => {
  for (let ask = 0; ask < 5; ask += 1) {
    await mailWork.takeMoment('business', { everyMs: EVERY_MS, withinMs: HOUR_MS });
  }

  expect(await mailWork.takeMoment('all', { everyMs: EVERY_MS, withinMs: 0 })).toEqual({
    isTaken: true,
    waitMs: 0,
  });
});
