import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router';
import { ErrorScreen } from '../components/error-screen.tsx';
import { FullScreenSpinner } from '../components/full-screen-spinner.tsx';
import { sessionQuery } from '../lib/session.ts';
import { adminSearch } from '../screens/admin-search.ts';
import { authSearch } from '../screens/auth-search.ts';
import { clientSearch } from '../screens/client-search.ts';
import { type RouterContext, redirectHome, requireRole } from './guards.ts';

const ClientLoading = () => <FullScreenSpinner label="Loading client panel..." />;
const Loading = () => <FullScreenSpinner label="Loading..." />;

const AuthScreen = lazyRouteComponent(() => import('../screens/auth.tsx'), 'AuthScreen');
const AdminPanel = lazyRouteComponent(() => import('../screens/admin-panel.tsx'), 'AdminPanel');
const ClientPortal = lazyRouteComponent(() => import('../screens/client-portal.tsx'), 'ClientPortal');
const NotFoundScreen = lazyRouteComponent(() => import('../screens/not-found.tsx'), 'NotFoundScreen');

const rootRoute = createRootRouteWithContext<RouterContext>()({ component: Outlet });

const homeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: redirectHome,
  pendingComponent: ClientLoading,
});

const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  validateSearch: authSearch,
  beforeLoad: async ({ context }) => {
    AuthScreen.preload?.();
    return { user: await context.queryClient.ensureQueryData(sessionQuery) };
  },
  pendingComponent: Loading,
  component: AuthScreen,
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: adminSearch,
  beforeLoad: requireRole('admin'),
  pendingComponent: Loading,
  component: AdminPanel,
});

const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client',
  validateSearch: clientSearch,
  beforeLoad: requireRole('client'),
  pendingComponent: ClientLoading,
  component: ClientPortal,
});

const routeTree = rootRoute.addChildren([homeRoute, authRoute, adminRoute, clientRoute]);

export const createPortalRouter = (queryClient: QueryClient) =>
  createRouter({
    routeTree,
    context: { queryClient },
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    scrollRestoration: true,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>;
  }
}
