import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterEach, describe, expect, it, vi } from 'vitest';

/** Returns the viewer of a request to a portal at this origin, with the matching cookie name. */
const readViewerAt = async (origin: string, cookieName: string, cookies: string[] = []) => {
  vi.resetModules();
  vi.stubEnv('PORTAL_ORIGIN', origin);
  vi.stubEnv('SESSION_COOKIE_NAME', cookieName);
  vi.stubEnv('ADMIN_SECOND_FACTOR', 'offered');
  vi.stubEnv('ORIGIN_VERIFY_SECRET', 'secret');
  const { readViewer } = await import('#functions/http/read-viewer.ts');

  return readViewer({ headers: {}, cookies } as unknown as APIGatewayProxyEventV2);
};

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

describe('the session cookie over https', () => {
  const atPortal = (cookies?: string[]) =>
    readViewerAt('https://portal.owconnect.example', '__Host-session', cookies);

  it('the session cookie ends with the browser, unless "Remember me" is set', async () => {
    const { viewer, setCookies } = await atPortal();
    viewer.keepSession('token');
    viewer.keepSession('token', 2_592_000);

    const attributes = 'Path=/; HttpOnly; SameSite=Lax; Secure';
    expect(setCookies).toEqual([
      `__Host-session=token; ${attributes}`,
      `__Host-session=token; ${attributes}; Max-Age=2592000`,
    ]);
  });

  it('the session cookie is cleared with the attributes with which it was set', async () => {
    const { viewer, setCookies } = await atPortal();
    viewer.forgetSession();

    expect(setCookies).toEqual(['__Host-session=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0']);
  });

  it.each([
    ['session=planted'],
    ['__host-session=planted'],
    ['__Host-session2=planted'],
    ['x__Host-session=planted'],
    ['__Secure-session=planted'],
  ])('the session cookie is read only under its exact name, not from %s', async (cookie) => {
    expect((await atPortal([cookie])).viewer.sessionToken).toBeUndefined();
    expect((await atPortal([cookie, '__Host-session=right'])).viewer.sessionToken).toBe('right');
  });
});

describe('the cookie of a known browser', () => {
  it('the cookie of a known browser is HttpOnly, lasts a year, and has its own name over https', async () => {
    const { viewer, setCookies } = await readViewerAt('https://portal.owconnect.example', '__Host-session', [
      'known=planted',
      '__Host-known=right',
    ]);
    viewer.keepKnownBrowser('value');

    expect(viewer.knownBrowser).toBe('right');
    expect(setCookies).toEqual([
      '__Host-known=value; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=31536000',
    ]);
  });
});

it('the session cookie is not marked Secure over http, where a browser would not send it', async () => {
  const { viewer, setCookies } = await readViewerAt('http://localhost:3000', 'session');
  viewer.keepSession('token');

  expect(setCookies).toEqual(['session=token; Path=/; HttpOnly; SameSite=Lax']);
});
