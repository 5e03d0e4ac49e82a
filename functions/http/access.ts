import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Route } from '#shared/contract/route.ts';
import { ORIGIN_VERIFY_HEADER } from '#shared/edge.ts';
import { AppError } from '#shared/errors.ts';
import { httpSettings } from './http-settings.ts';

const isSame = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];

  return left.length === right.length && timingSafeEqual(left, right);
};

const { ORIGIN_VERIFY_SECRET, ORIGIN_VERIFY_OTHER_SECRET } = httpSettings;
const originSecrets = [ORIGIN_VERIFY_SECRET, ORIGIN_VERIFY_OTHER_SECRET ?? ORIGIN_VERIFY_SECRET];

/** Only CloudFront knows the secret: HTTP APIs have no other way to refuse who goes around it. */
export const requireCloudFront = (event: APIGatewayProxyEventV2): void => {
  const brought = event.headers[ORIGIN_VERIFY_HEADER] ?? '';
  // Each is compared, whatever another said, so that the time tells nothing.
  const matches = originSecrets.map((secret) => isSame(brought, secret));
  if (!matches.includes(true)) {
    throw new AppError('forbidden', 'This address answers only through the portal.');
  }
};

export const mayCall = ({ access }: Route, { role }: Pick<SessionUser, 'role'>): boolean =>
  access === 'signed-in' || access === role;

export const requireAccess = (route: Route, user: SessionUser | undefined): SessionUser => {
  if (!user) {
    throw new AppError('unauthenticated', 'Please sign in.');
  }
  if (!mayCall(route, user)) {
    throw new AppError('forbidden', 'Your account may not do this.');
  }

  return user;
};

/**
 * What browsers say in Sec-Fetch-Site of a call by the portal's own pages, and of an address that somebody typed
 * (https://www.w3.org/TR/fetch-metadata/). Another subdomain of the same site is none of ours.
 */
const OWN_SITES = new Set<string | undefined>([undefined, 'same-origin', 'none']);

/**
 * A write must come from the portal's own pages; Host is not forwarded, so the setting decides. A read must not be
 * started by another origin, whose link could put a file into the downloads of whoever is signed in.
 */
export const requirePortalOrigin = (route: Route, { headers }: APIGatewayProxyEventV2): void => {
  const isForeignWrite = route.method !== 'GET' && headers.origin !== httpSettings.PORTAL_ORIGIN;
  if (isForeignWrite || !OWN_SITES.has(headers['sec-fetch-site'])) {
    throw new AppError('forbidden', 'This request did not come from the portal.');
  }
};
