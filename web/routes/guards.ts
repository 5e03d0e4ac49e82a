import type { QueryClient } from '@tanstack/react-query';
import { type ParsedLocation, redirect } from '@tanstack/react-router';
import type { Role } from '#shared/contract/fields.ts';
import { homeOf, sessionQuery } from '../lib/session/session.ts';

export interface RouterContext {
  queryClient: QueryClient;
  /** True while the build renders a page: there is no session to request. */
  isRenderedAhead?: boolean;
}

interface Visit {
  context: RouterContext;
  location: ParsedLocation;
}

/** The address to come back to, if it has more than the path of the area. */
const returnTo = ({ searchStr, href }: ParsedLocation) => (searchStr ? { returnTo: href } : {});

/**
 * Waits for the session. A visitor comes back here after signing in, and a user who must choose a new password first
 * (D49) after that.
 */
export const requireRole =
  (role: Role) =>
  async ({ context, location }: Visit) => {
    if (context.isRenderedAhead) {
      return { user: undefined };
    }
    const user = await context.queryClient.ensureQueryData(sessionQuery);
    if (!user) {
      throw redirect({ to: '/auth', search: returnTo(location) });
    }
    if (user.mustChangePassword) {
      throw redirect({ to: '/new-password', search: user.user_role === role ? returnTo(location) : {} });
    }
    if (user.user_role !== role) {
      throw redirect({ to: homeOf(user) });
    }

    return { user };
  };

/** Lets in only a user who must choose a new password. */
export const requireNewPassword = async ({ context, location }: Visit) => {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  if (!user) {
    throw redirect({ to: '/auth', search: { returnTo: location.href } });
  }
  if (!user.mustChangePassword) {
    throw redirect({ to: homeOf(user) });
  }

  return { user };
};

export const redirectHome = async ({ context }: Visit) => {
  const user = await context.queryClient.ensureQueryData(sessionQuery);
  throw redirect({ to: user ? homeOf(user) : '/auth' });
};
