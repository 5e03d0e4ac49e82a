import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { Route } from '#shared/contract/route.ts';
import { mayCall, requireAccess, requireCloudFront, requirePortalOrigin } from './access.ts';
import type { PortalEvent, PortalResult } from './exchange.ts';
import { findSessionUser, readClaims } from './find-session-user.ts';
import { readViewer } from './read-viewer.ts';

type Serve = (event: PortalEvent, user: SessionUser | undefined) => Promise<PortalResult>;

const isReadAhead = ({ readsOnly }: Route, { role }: Pick<SessionUser, 'role'>): boolean =>
  readsOnly === true || (readsOnly === 'for-clients' && role === 'client');

/**
 * Returns the user that the cookie names, if the route may begin before the session is checked. This user is right only
 * if the session is still valid and the user has not changed.
 */
const presumeUser = (
  route: Route,
  { sessionId, startedFor }: SessionClaims,
  { address }: Viewer,
): SessionUser | undefined =>
  startedFor && isReadAhead(route, startedFor) && mayCall(route, startedFor)
    ? { ...startedFor, sessionId, address }
    : undefined;

const isSame = (presumed: SessionUser, user: SessionUser): boolean =>
  presumed.userId === user.userId && presumed.role === user.role;

/**
 * Lets a request pass if it came through CloudFront, from a user whom the route is for, and from the portal's pages. A
 * route that only reads is served in parallel with the check of the session, which decides who gets the answer (ADR
 * 25).
 */
export const gate =
  (route: Route, serve: Serve) =>
  async (event: PortalEvent): Promise<PortalResult> => {
    const { viewer, setCookies } = readViewer(event);
    event.exchange = { startedAt: Date.now(), viewer, setCookies };
    requireCloudFront(event);
    if (route.access === 'public') {
      requirePortalOrigin(route, event);

      return serve(event, undefined);
    }

    const claims = await readClaims(viewer);
    const presumed = claims && presumeUser(route, claims, viewer);
    const finding = claims && findSessionUser(claims, viewer, new Date());
    const serving = presumed && serve(event, presumed);
    // Wait for both even if one fails: Lambda freezes work that is still running after the answer.
    await Promise.allSettled([finding, serving]);

    const found = await finding;
    if (found) {
      event.exchange.user = found.user;
    }
    try {
      const user = requireAccess(route, found);
      requirePortalOrigin(route, event);

      return await (serving && isSame(presumed, user) ? serving : serve(event, user));
    } finally {
      // Wait for the write of the last use, too, for the same reason as above.
      await found?.noted;
    }
  };
