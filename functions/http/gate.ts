import type { MiddlewareObj } from '@middy/core';
import type { Route } from '#shared/contract/route.ts';
import { requireAccess, requireCloudFront, requirePortalOrigin } from './access.ts';
import type { PortalEvent, PortalResult } from './exchange.ts';
import { readSession } from './session.ts';
import { readViewer } from './viewer.ts';

/** Lets a request pass if it came through CloudFront, from somebody the route is for, and from the portal's pages. */
export const gate = (route: Route): MiddlewareObj<PortalEvent, PortalResult> => ({
  before: async ({ event }) => {
    const { viewer, setCookies } = readViewer(event);
    event.exchange = { startedAt: Date.now(), viewer, setCookies };
    requireCloudFront(event);

    if (route.access !== 'public') {
      const user = await readSession(viewer, new Date());
      if (user) event.exchange.user = user;
      requireAccess(route, user);
    }

    requirePortalOrigin(route, event);
  },
});
