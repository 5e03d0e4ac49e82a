import * as z from 'zod';
import type { ReadSecret } from '#functions/adapters/aws/secrets-manager.ts';
import type { Canary } from '#functions/ports/canary-client.ts';

const account = z.object({ User_Email: z.string() });

/** For each call; the alarm is for a portal that does not answer, not for a slow one. */
const CALL_MS = 10_000;

const readCookies = (answer: Response): string =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ');

/** Calls the portal by its public address: DNS, certificate, CloudFront, firewall, API, functions and database. */
export const makeCanary = (portalOrigin: string, readPassword: ReadSecret): Canary => {
  const call = (method: string, path: string, more: { body?: unknown; cookie?: string } = {}) =>
    fetch(`${portalOrigin}${path}`, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(CALL_MS),
      headers: {
        origin: portalOrigin,
        'content-type': 'application/json',
        ...(more.cookie && { cookie: more.cookie }),
      },
      ...(more.body !== undefined && { body: JSON.stringify(more.body) }),
    });

  const require = (what: string, { status }: Response, wanted: number): void => {
    if (status !== wanted) {
      throw new Error(`${what} answered ${status} in the place of ${wanted}`);
    }
  };

  return {
    readPassword,

    visit: async (identifier, password) => {
      const signedIn = await call('POST', '/api/login', { body: { identifier, password } });
      if (signedIn.status === 401) {
        return false;
      }
      require('Signing in', signedIn, 200);

      const cookie = readCookies(signedIn);
      const read = await call('GET', '/api/user', { cookie });
      require('Reading the account', read, 200);
      if (account.parse(await read.json()).User_Email !== identifier) {
        throw new Error('The portal answered another account');
      }

      const signedOut = await call('POST', '/api/logout', { cookie });
      require('Signing out', signedOut, 204);
      require('Reading the account after signing out', await call('GET', '/api/user', { cookie }), 401);

      return true;
    },
  };
};
