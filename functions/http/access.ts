import { timingSafeEqual } from 'node:crypto';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { Route } from '#shared/contract/route.ts';
import { ORIGIN_VERIFY_HEADER } from '#shared/edge.ts';
import {
  AppError,
  FACTOR_SET_UP_REQUIRED,
  PASSWORD_CHANGE_REQUIRED,
  PROOF_REQUIRED,
  SECOND_STEP_REQUIRED,
  SIGN_IN_PLEASE,
} from '#shared/errors.ts';
import type { CheckedSession } from './check-session.ts';
import { httpSettings } from './http-settings.ts';

const isSame = (a: string, b: string) => {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];

  return left.length === right.length && timingSafeEqual(left, right);
};

const { ORIGIN_VERIFY_SECRET, ORIGIN_VERIFY_OTHER_SECRET } = httpSettings;
const originSecrets = [ORIGIN_VERIFY_SECRET, ORIGIN_VERIFY_OTHER_SECRET ?? ORIGIN_VERIFY_SECRET];

/**
 * Refuses a request that bypasses CloudFront, which alone knows the secret. HTTP APIs have no other way to refuse one.
 */
export const requireCloudFront = (event: APIGatewayProxyEventV2): void => {
  const brought = event.headers[ORIGIN_VERIFY_HEADER] ?? '';
  // All secrets are compared, whatever the result of the first, so that the time reveals nothing.
  const matches = originSecrets.map((secret) => isSame(brought, secret));
  if (!matches.includes(true)) {
    throw new AppError('forbidden', 'This address answers only through the portal.');
  }
};

export const mayCall = ({ access }: Route, { role }: Pick<SessionUser, 'role'>): boolean =>
  access === 'signed-in' || access === role;

/**
 * Refuses a request without a session, or of the wrong role; of a user who must take the second step, choose a new
 * password or set up a second factor before anything else, in this order (D47, D49); and without the proof that the route
 * needs (D48).
 */
export const requireAccess = (
  route: Route,
  checked: Omit<CheckedSession, 'noted'> | undefined,
): SessionUser => {
  if (!checked) {
    throw new AppError('unauthenticated', SIGN_IN_PLEASE);
  }
  const { user, openWays, mustChangePassword, mustSetUpFactor } = checked;
  if (openWays) {
    throw new AppError('second_step_required', SECOND_STEP_REQUIRED, { ways: openWays });
  }
  if (mustChangePassword && !route.beforeNewPassword) {
    throw new AppError('password_change_required', PASSWORD_CHANGE_REQUIRED);
  }
  if (mustSetUpFactor && !route.beforeSetUp) {
    throw new AppError('factor_set_up_required', FACTOR_SET_UP_REQUIRED);
  }
  if (!mayCall(route, user)) {
    throw new AppError('forbidden', 'Your account may not do this.');
  }
  if (route.needsProof === 'always' && !user.isProven) {
    throw new AppError('proof_required', PROOF_REQUIRED);
  }

  return user;
};

/**
 * Values of Sec-Fetch-Site for a call by the portal's own pages, and for an address that somebody typed
 * (https://www.w3.org/TR/fetch-metadata/). Another subdomain of the same site does not belong to the portal.
 */
const OWN_SITES = new Set<string | undefined>([undefined, 'same-origin', 'none']);

/** False for a write from another site's page, and for any request that another site started. */
export const isFromPortal = ({ method }: Route, { headers }: APIGatewayProxyEventV2): boolean =>
  // Host is not forwarded, so the setting decides.
  (method === 'GET' || headers.origin === httpSettings.PORTAL_ORIGIN) &&
  OWN_SITES.has(headers['sec-fetch-site']);

/**
 * Refuses what is not from the portal's own pages; also a read, because a link on another site could put a file into a
 * signed-in user's downloads.
 */
export const requirePortalOrigin = (route: Route, event: APIGatewayProxyEventV2): void => {
  if (!isFromPortal(route, event)) {
    throw new AppError('forbidden', 'This request did not come from the portal.');
  }
};
