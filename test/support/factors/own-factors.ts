import type { CreationOptions } from '#shared/contract/factors.ts';
import { sessionCookieName } from '#test/support/portal/accounts.ts';
import type { Answer } from '#test/support/portal/call-from.ts';
import type { TestPortal } from '#test/support/portal/portal.ts';
import { makeAuthenticator } from '#test/support/webauthn/software-authenticator.ts';

type Portal = Pick<TestPortal, 'call' | 'url'>;

/** Returns the session cookie that an answer sets, as a request sends it; undefined if it sets none. */
export const cookieOf = ({ headers }: Answer): string | undefined =>
  headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0] ?? '')
    .find((cookie) => cookie.startsWith(`${sessionCookieName()}=`));

/** The calls of an account about its own factors. */
export const factorCalls = ({ call, url: origin }: Portal) => ({
  list: async (cookie: string) => (await call('GET', '/api/user/factors', { cookie })).body,
  options: (cookie: string): Promise<Answer & { body: CreationOptions }> =>
    call('POST', '/api/user/passkeys/options', { cookie }),
  add: (cookie: string, attestation: unknown) =>
    call('POST', '/api/user/passkeys', { cookie, body: { attestation } }),
  /** Asks for options, makes a passkey on a new device and adds it. */
  register: async (cookie: string) => {
    const { body: options } = await call('POST', '/api/user/passkeys/options', { cookie });
    const device = makeAuthenticator({ origin });
    const attestation = device.register(options);
    const added = await call('POST', '/api/user/passkeys', { cookie, body: { attestation } });

    return { device, attestation, added };
  },
  deletePasskey: (cookie: string, id: string) => call('DELETE', `/api/user/passkeys/${id}`, { cookie }),
  beginTotp: (cookie: string) => call('POST', '/api/user/totp', { cookie }),
  confirmTotp: (cookie: string, code: string) =>
    call('POST', '/api/user/totp/confirmation', { cookie, body: { code } }),
  deleteTotp: (cookie: string) => call('DELETE', '/api/user/totp', { cookie }),
  renewCodes: (cookie: string) => call('POST', '/api/user/recovery-codes', { cookie }),
  removeAllOf: (cookie: string, userId: number, reason = 'The phone is lost') =>
    call('DELETE', `/api/admin/users/${userId}/factors`, { cookie, body: { reason } }),
});
