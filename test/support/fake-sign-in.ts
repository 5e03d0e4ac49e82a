import { createHash } from 'node:crypto';
import type { CommonPasswords } from '#functions/ports/common-passwords.ts';
import type { Passwords } from '#functions/ports/passwords.ts';
import type { SessionTokens } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';

const fingerprint = async (text: string) => createHash('sha256').update(text).digest('base64url');

export const fakeSessionTokens: SessionTokens = {
  sign: async ({ sessionId }) => `token of ${sessionId}`,
  verify: async (token) => {
    const [, sessionId] = /^token of (.+)$/.exec(token) ?? [];

    return sessionId === undefined ? undefined : { sessionId };
  },
  fingerprint,
  isFingerprint: async (mark, text) => mark === (await fingerprint(text)),
};

/** A hash reads 'hash of …', or 'old hash of …' as if it was made with other parameters. */
export const fakePasswords: Passwords = {
  hash: async (password) => `hash of ${password}`,
  verify: async (password, hash) => hash.endsWith(`hash of ${password}`),
  verifyNobody: async () => false,
  isOutdated: (hash) => hash.startsWith('old '),
};

const refuseToCompute = async (): Promise<never> => {
  throw new Error('No hash may be computed here');
};

/** For what must be refused before any hash is computed. */
export const noPasswords: Passwords = {
  hash: refuseToCompute,
  verify: refuseToCompute,
  verifyNobody: refuseToCompute,
  isOutdated: () => false,
};

export const fakeCommonPasswords: CommonPasswords = {
  includes: async (password) => password === 'password',
};

interface FakeBrowser extends Viewer {
  sessionLifetimeSeconds: number | undefined;
  /** The cookies that it was given, in their order. */
  given: string[];
}

/** A browser that keeps the cookies that it is given, and shows them with its next request. */
export const makeBrowser = (address = '198.51.100.7'): FakeBrowser => {
  const browser: FakeBrowser = {
    address,
    sessionToken: undefined,
    knownBrowser: undefined,
    sessionLifetimeSeconds: undefined,
    given: [],
    keepSession: (token, lifetimeSeconds) => {
      browser.sessionToken = token;
      browser.sessionLifetimeSeconds = lifetimeSeconds;
      browser.given.push('session');
    },
    forgetSession: () => {
      browser.sessionToken = undefined;
    },
    keepKnownBrowser: (value) => {
      browser.knownBrowser = value;
      browser.given.push('known');
    },
  };

  return browser;
};
