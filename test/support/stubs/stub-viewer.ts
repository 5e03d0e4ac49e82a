import { makeSessionTokens } from '#functions/adapters/crypto/jose-session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';

/** The portal's own tokens with a fixed key. */
export const sessionTokens = makeSessionTokens(async () =>
  JSON.stringify({ kid: 'unit', key: 'the key of the unit tests, long enough' }),
);

interface Given {
  /** Names of the cookies that the viewer was given, in order. */
  given: string[];
  session?: { token: string; lifetimeSeconds: number | undefined };
  knownBrowser?: string;
}

/** Makes a viewer that shows the cookies of a test, and records those that it is given. */
export const stubViewer = (
  shown: Partial<Pick<Viewer, 'address' | 'sessionToken' | 'knownBrowser'>> = {},
): { viewer: Viewer; kept: Given } => {
  const kept: Given = { given: [] };

  return {
    kept,
    viewer: {
      address: '198.51.100.7',
      userAgent: '',
      sessionToken: undefined,
      knownBrowser: undefined,
      ...shown,
      keepSession: (token, lifetimeSeconds) => {
        kept.session = { token, lifetimeSeconds };
        kept.given.push('session');
      },
      forgetSession: () => {},
      keepKnownBrowser: (value) => {
        kept.knownBrowser = value;
        kept.given.push('known');
      },
    },
  };
};
