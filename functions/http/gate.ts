import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { SessionClaims } from '#functions/ports/session-tokens.ts';
import type { Viewer } from '#functions/ports/viewer.ts';
import type { Route } from '#shared/contract/route.ts';
import { AppError, SIGN_IN_PLEASE } from '#shared/errors.ts';
import { isFromPortal, mayCall, requireAccess, requireCloudFront, requirePortalOrigin } from './access.ts';
import { checkSession, levelMinOf, readClaims } from './check-session.ts';
import type { PortalEvent, PortalResult } from './exchange.ts';
import { readViewer } from './read-viewer.ts';
import { requireShownUser } from './shown-user.ts';

/** Serves a request; `caller` is undefined on a public route. */
type Serve = (event: PortalEvent, caller: Promise<SessionUser> | undefined) => Promise<PortalResult>;

const isSame = (presumed: SessionUser, user: SessionUser): boolean =>
  presumed.userId === user.userId && presumed.role === user.role;

/**
 * Serves the caller whom the cookie names, beside the check of the session, which decides who gets the answer (ADR 25).
 * A route that reads begins for the user whom the cookie names; each other route waits for the checked one.
 */
const serveBesideCheck = async (
  route: Route,
  serve: Serve,
  event: PortalEvent,
  { claims, viewer: { address } }: { claims: SessionClaims; viewer: Viewer },
): Promise<PortalResult> => {
  const presumed = {
    ...claims,
    levelMin: levelMinOf(claims.role),
    isProven: false,
    address,
    checkedAt: new Date(),
  };
  const checking = checkSession(route, presumed);
  const access = async () => {
    const checked = await checking;
    if (checked) {
      event.exchange.user = checked.user;
    }
    const user = requireAccess(route, checked);
    requirePortalOrigin(route, event);

    return user;
  };
  const caller = access();

  const mayBegin = mayCall(route, presumed) && isFromPortal(route, event);
  const serving = mayBegin
    ? serve(event, route.readsBesideCheck ? Promise.resolve(presumed) : caller)
    : undefined;
  // Wait for all even if one fails: Lambda freezes work that is still running after the answer.
  await Promise.allSettled([caller, serving]);
  await (await checking)?.noted;

  const user = await caller;
  const isServed = !route.readsBesideCheck || isSame(presumed, user);

  return serving && isServed ? serving : serve(event, caller);
};

/** Lets a request pass if it came through CloudFront, from a user whom the route is for, and from the portal's pages. */
export const gate =
  (route: Route, serve: Serve) =>
  async (event: PortalEvent): Promise<PortalResult> => {
    const { viewer, setCookies } = readViewer(event);
    event.exchange = { startedAt: Date.now(), viewer, setCookies };
    requireCloudFront(event);
    if (route.access === 'public') {
      requirePortalOrigin(route, event);
      if (route.endsSession) {
        // An outage keeps nobody from signing out.
        requireShownUser(event, await readClaims(viewer).catch(() => undefined));
      }

      return serve(event, undefined);
    }

    const claims = await readClaims(viewer);
    if (!claims) {
      throw new AppError(viewer.sessionToken ? 'unauthenticated' : 'no_cookie', SIGN_IN_PLEASE);
    }
    requireShownUser(event, claims);

    return serveBesideCheck(route, serve, event, { claims, viewer });
  };
