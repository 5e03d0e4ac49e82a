import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';

const ACCOUNTS_MAX = 5;

/** A random id, and a fingerprint for each account that signed in here, newest first. */
const COOKIE_FORMAT = /^[\da-f-]{36}(\.[\w-]{43}){1,5}$/;

interface Account {
  userId: number;
  passwordHash: string;
}

interface KnownBrowser {
  id: string;
  marks: readonly string[];
}

const readCookie = (cookie: string | undefined): KnownBrowser | undefined => {
  if (cookie === undefined || !COOKIE_FORMAT.test(cookie)) {
    return undefined;
  }
  const [id = '', ...marks] = cookie.split('.');

  return { id, marks };
};

/**
 * Returns the text of a fingerprint. It contains the account and the password's hash, so that a new password
 * invalidates the fingerprint, which reveals neither.
 */
const describe = (browserId: string, { userId, passwordHash }: Account) =>
  JSON.stringify(['known browser', browserId, userId, passwordHash]);

const findMark = async (
  { isFingerprint }: Pick<SessionTokens, 'isFingerprint'>,
  { id, marks }: KnownBrowser,
  account: Account,
): Promise<string | undefined> => {
  const text = describe(id, account);
  for (const mark of marks) {
    if (await isFingerprint(mark, text)) {
      return mark;
    }
  }

  return undefined;
};

/** Returns the id of a browser that has signed in to this account before with the account's current password. */
export const findKnownBrowser = async (
  sessionTokens: Pick<SessionTokens, 'isFingerprint'>,
  viewer: Pick<Viewer, 'knownBrowser'>,
  account: Account,
): Promise<string | undefined> => {
  const browser = readCookie(viewer.knownBrowser);
  const mark = browser && (await findMark(sessionTokens, browser, account));

  return mark && browser?.id;
};

/** Makes the browser known to the account at its next sign-in (D27). */
export const keepKnownBrowser = async (
  sessionTokens: Pick<SessionTokens, 'fingerprint' | 'isFingerprint'>,
  viewer: Pick<Viewer, 'knownBrowser' | 'keepKnownBrowser'>,
  account: Account,
): Promise<void> => {
  const browser = readCookie(viewer.knownBrowser) ?? { id: crypto.randomUUID(), marks: [] };
  const old = await findMark(sessionTokens, browser, account);
  const mark = await sessionTokens.fingerprint(describe(browser.id, account));
  const others = browser.marks.filter((other) => other !== old && other !== mark);

  viewer.keepKnownBrowser([browser.id, ...[mark, ...others].slice(0, ACCOUNTS_MAX)].join('.'));
};
