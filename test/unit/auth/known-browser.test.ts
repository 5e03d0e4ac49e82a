import { describe, expect, it } from 'vitest';
import { findKnownBrowser, keepKnownBrowser } from '#functions/domain/auth/known-browser.ts';
import { fakeSessionTokens, makeBrowser } from '#test/support/fake-sign-in.ts';

const accountOf = (userId: number) => ({ userId, passwordHash: `hash ${userId}` });

const keep = (browser: ReturnType<typeof makeBrowser>, userId: number) =>
  keepKnownBrowser(fakeSessionTokens, browser, accountOf(userId));

const isKnown = async (knownBrowser: string | undefined, account = accountOf(1)) =>
  (await findKnownBrowser(fakeSessionTokens, { knownBrowser }, account)) !== undefined;

describe('the cookie of a known browser', () => {
  it('is a random id and a fingerprint, and tells nothing of the account', async () => {
    const [browser, other] = [makeBrowser(), makeBrowser()];
    await keep(browser, 1);
    await keep(other, 1);

    const [id, mark, ...more] = browser.knownBrowser?.split('.') ?? [];
    expect([id, mark]).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(more).toEqual([]);
    expect(other.knownBrowser?.split('.')).not.toContain(mark);
  });

  it('is good for the last five accounts, under one id, and one more sign-in takes no second place', async () => {
    const browser = makeBrowser();
    const ids = new Set<string | undefined>();
    for (const userId of [1, 2, 3, 4, 5, 6]) {
      await keep(browser, userId);
      await keep(browser, userId);
      ids.add(browser.knownBrowser?.split('.')[0]);
    }

    expect(ids.size).toBe(1);
    const known = await Promise.all(
      [1, 2, 3, 4, 5, 6].map((userId) => isKnown(browser.knownBrowser, accountOf(userId))),
    );
    expect(known).toEqual([false, true, true, true, true, true]);
  });

  it('keeps the accounts that signed in last, not those that came last', async () => {
    const browser = makeBrowser();
    for (const userId of [1, 2, 3, 4, 5, 1, 6]) await keep(browser, userId);

    expect(await isKnown(browser.knownBrowser, accountOf(1))).toBe(true);
    expect(await isKnown(browser.knownBrowser, accountOf(2))).toBe(false);
  });

  it.each([
    ['of another account', { userId: 2, passwordHash: 'hash 1' }],
    ['of the account with a new password', { userId: 1, passwordHash: 'another hash' }],
  ])('is none %s', async (_, account) => {
    const browser = makeBrowser();
    await keep(browser, 1);

    expect(await isKnown(browser.knownBrowser)).toBe(true);
    expect(await isKnown(browser.knownBrowser, account)).toBe(false);
  });

  it.each([
    ['made up', (known: string) => known.replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`)],
    [
      'with the id of another browser',
      (known: string) => known.replace(/^[\da-f-]{36}/, crypto.randomUUID()),
    ],
    ['with more marks than it ever holds', (known: string) => known + `.${'A'.repeat(43)}`.repeat(5)],
    ['garbage', () => 'garbage'],
    ['empty', () => ''],
  ])('is none if it is %s, and is replaced at the next sign-in', async (_, change) => {
    const browser = makeBrowser();
    await keep(browser, 1);
    browser.knownBrowser = change(browser.knownBrowser ?? '');

    expect(await isKnown(browser.knownBrowser)).toBe(false);
    await keep(browser, 1);
    expect(await isKnown(browser.knownBrowser)).toBe(true);
  });
});
