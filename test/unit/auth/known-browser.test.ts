import { describe, expect, it } from 'vitest';
import { findKnownBrowser, keepKnownBrowser } from '#functions/domain/auth/known-browser.ts';
import { sessionTokens, stubViewer } from '#test/support/stubs/stub-viewer.ts';

const accountOf = (userId: number) => ({ userId, passwordHash: `hash ${userId}` });

/** Returns the cookie of a browser that had the cookie `shown` and then signed in to these accounts in turn. */
const signInTo = async (userIds: readonly number[], shown?: string): Promise<string> => {
  let cookie = shown;
  for (const userId of userIds) {
    const { viewer, kept } = stubViewer({ knownBrowser: cookie });
    await keepKnownBrowser(sessionTokens, viewer, accountOf(userId));
    cookie = kept.knownBrowser;
  }

  return cookie ?? '';
};

const isKnown = async (knownBrowser: string, account = accountOf(1)) =>
  (await findKnownBrowser(sessionTokens, { knownBrowser }, account)) !== undefined;

describe('the cookie of a known browser', () => {
  it("a known browser's cookie holds a random id and a mark that differs between browsers", async () => {
    const [own, other] = [await signInTo([1]), await signInTo([1])];

    const [id, mark, ...more] = own.split('.');
    expect([id, mark]).toEqual([
      expect.stringMatching(/^[\da-f-]{36}$/),
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    expect(more).toEqual([]);
    expect(other.split('.')).not.toContain(mark);
  });

  it("a known browser's cookie covers its last five accounts, keeps its id, and holds each account once", async () => {
    const first = await signInTo([1]);
    const cookie = await signInTo([1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6], first);

    expect(cookie.split('.')[0]).toBe(first.split('.')[0]);
    const known = await Promise.all([1, 2, 3, 4, 5, 6].map((userId) => isKnown(cookie, accountOf(userId))));
    expect(known).toEqual([false, true, true, true, true, true]);
  });

  it("a known browser's cookie keeps the accounts of the latest sign-ins, not those added last", async () => {
    const cookie = await signInTo([1, 2, 3, 4, 5, 1, 6]);

    expect(await isKnown(cookie, accountOf(1))).toBe(true);
    expect(await isKnown(cookie, accountOf(2))).toBe(false);
  });

  it.each([
    ['another account', { userId: 2, passwordHash: 'hash 1' }],
    ['the account with a new password', { userId: 1, passwordHash: 'another hash' }],
  ])("a known browser's cookie does not count for %s", async (_, account) => {
    const cookie = await signInTo([1]);

    expect(await isKnown(cookie)).toBe(true);
    expect(await isKnown(cookie, account)).toBe(false);
  });

  it.each([
    ['is made up', (known: string) => known.replace(/\.[\w-]{43}/, `.${'A'.repeat(43)}`)],
    ['has the id of another browser', (known: string) => known.replace(/^[\da-f-]{36}/, crypto.randomUUID())],
    ['has more marks than the maximum', (known: string) => known + `.${'A'.repeat(43)}`.repeat(5)],
    ['is garbage', () => 'garbage'],
    ['is empty', () => ''],
  ])("a known browser's cookie that %s is ignored and replaced at the next sign-in", async (_, change) => {
    const changed = change(await signInTo([1]));

    expect(await isKnown(changed)).toBe(false);
    expect(await isKnown(await signInTo([1], changed))).toBe(true);
  });
});
