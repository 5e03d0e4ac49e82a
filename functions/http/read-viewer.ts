import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { Viewer } from '#functions/ports/viewer.ts';
import { KNOWN_BROWSER_COOKIE, VIEWER_ADDRESS_HEADER } from '#shared/edge.ts';
import { httpSettings } from './http-settings.ts';

/** Time for which a browser stays known after its last sign-in. */
const KNOWN_BROWSER_SECONDS = 365 * 24 * 60 * 60;

const readCookie = (cookies: readonly string[], name: string): string | undefined =>
  cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);

/** Returns the viewer of a request, and the list that collects the Set-Cookie lines of its answer. */
export const readViewer = (event: APIGatewayProxyEventV2): { viewer: Viewer; setCookies: string[] } => {
  const name = httpSettings.SESSION_COOKIE_NAME;
  const isSecure = httpSettings.PORTAL_ORIGIN.startsWith('https:');
  const knownBrowserName = isSecure ? KNOWN_BROWSER_COOKIE : 'known';
  const attributes = `; Path=/; HttpOnly; SameSite=Lax${isSecure ? '; Secure' : ''}`;
  const setCookies: string[] = [];

  return {
    setCookies,
    viewer: {
      address: event.headers[VIEWER_ADDRESS_HEADER] ?? 'unknown',
      userAgent: event.headers['user-agent'] ?? '',
      sessionToken: readCookie(event.cookies ?? [], name),
      knownBrowser: readCookie(event.cookies ?? [], knownBrowserName),
      keepSession: (token, lifetimeSeconds) => {
        const maxAge = lifetimeSeconds === undefined ? '' : `; Max-Age=${lifetimeSeconds}`;
        setCookies.push(`${name}=${token}${attributes}${maxAge}`);
      },
      forgetSession: () => {
        setCookies.push(`${name}=${attributes}; Max-Age=0`);
      },
      keepKnownBrowser: (value) => {
        setCookies.push(`${knownBrowserName}=${value}${attributes}; Max-Age=${KNOWN_BROWSER_SECONDS}`);
      },
    },
  };
};
