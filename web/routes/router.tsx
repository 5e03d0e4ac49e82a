import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  Outlet,
  type ParsedLocation,
  type RouterHistory,
} from '@tanstack/react-router';
import { FullScreenSpinner } from '../components/loading/full-screen-spinner.tsx';
import { ErrorScreen } from '../components/shell/error-screen.tsx';
import { lazyCode } from '../lib/browser/lazy-code.tsx';
import { adminSearch } from '../screens/admin/admin-search.ts';
import { clientSearch } from '../screens/client/client-search.ts';
import { readOfAdmin, readOfClient } from '../screens/first-reads.ts';
import { authSearch, firstPageSearch } from '../screens/public/auth-search.ts';
import { type RouterContext, redirectHome, requireNewPassword, requireRole } from './guards.ts';

const ClientLoading = () => <FullScreenSpinner label="Loading client panel..." />;
const Loading = () => <FullScreenSpinner label="Loading..." />;

const AuthScreen = lazyCode(() => import('../screens/public/auth.tsx'), 'AuthScreen');
const AdminPanel = lazyCode(() => import('../screens/admin/admin-panel.tsx'), 'AdminPanel');
const ClientPortal = lazyCode(() => import('../screens/client/client-portal.tsx'), 'ClientPortal');
const ForgotPage = lazyCode(() => import('../screens/public/forgot-page.tsx'), 'ForgotPage');
const ResetPage = lazyCode(() => import('../screens/public/reset-page.tsx'), 'ResetPage');
const VerifyPage = lazyCode(() => import('../screens/public/verify-page.tsx'), 'VerifyPage');
const NotMePage = lazyCode(() => import('../screens/public/not-me-page.tsx'), 'NotMePage');
const NewPasswordPage = lazyCode(() => import('../screens/public/new-password-page.tsx'), 'NewPasswordPage');
const SetUpPage = lazyCode(() => import('../screens/public/set-up-page.tsx'), 'SetUpPage');
const PrivacyPage = lazyCode(() => import('../screens/public/privacy-page.tsx'), 'PrivacyPage');
const NotFoundScreen = lazyCode(() => import('../screens/not-found.tsx'), 'NotFoundScreen');

/** Time after which a spinner replaces the previous screen, such as the sign-in form with its busy button. */
const PATIENCE_MS = 3000;

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
  pendingComponent: Loading,
  component: AuthScreen,
});

const adminRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/admin',
  validateSearch: adminSearch,
  // Otherwise the router would carry the parameters that it does not know from address to address.
  search: { middlewares: [({ search, next }) => adminSearch(next(search))] },
  beforeLoad: requireRole('admin'),
  loaderDeps: ({ search }) => search,
  loader: readOfAdmin,
  pendingMs: PATIENCE_MS,
  pendingComponent: Loading,
  component: AdminPanel,
});

const clientRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/client',
  validateSearch: clientSearch,
  beforeLoad: requireRole('client'),
  loaderDeps: ({ search }) => search,
  loader: readOfClient,
  pendingMs: PATIENCE_MS,
  pendingComponent: ClientLoading,
  component: ClientPortal,
});

const forgotPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/forgot-password',
  component: ForgotPage,
});

const resetPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset-password',
  component: ResetPage,
});

const verifyEmailRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/verify-email',
  component: VerifyPage,
});

const notMeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/not-me',
  component: NotMePage,
});

const privacyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/privacy',
  component: PrivacyPage,
});

const newPasswordRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/new-password',
  validateSearch: firstPageSearch,
  beforeLoad: requireNewPassword,
  pendingComponent: Loading,
  component: NewPasswordPage,
});

const setUpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/set-up',
  validateSearch: firstPageSearch,
  beforeLoad: requireRole('admin'),
  pendingComponent: Loading,
  component: SetUpPage,
});

const routeTree = rootRoute.addChildren([
  homeRoute,
  authRoute,
  adminRoute,
  clientRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  verifyEmailRoute,
  notMeRoute,
  privacyRoute,
  newPasswordRoute,
  setUpRoute,
]);

/**
 * Returns a function that is true if an address is another page than the last one. A dialog, a tab or a filter that
 * opens or closes is still the same page, which keeps its scroll position. The way to pay is long: a link that leaves it
 * leads to the top, and one with a hash to its part of the page.
 */
const makePageWatch = () => {
  let shown: string | undefined;

  return ({
    location: { pathname, search, hash },
  }: {
    location: ParsedLocation<{ section?: string; page?: number; pay?: boolean }>;
  }) => {
    const page = JSON.stringify([pathname, search.section, search.page, search.pay]);
    const isOther = page !== shown || hash !== '';
    shown = page;

    return isOther;
  };
};

/** `history` is for a page that the build renders; a browser has its own. */
export const makePortalRouter = (context: RouterContext, history?: RouterHistory) =>
  createRouter({
    routeTree,
    context,
    defaultPendingMs: 0,
    defaultPendingMinMs: 0,
    defaultErrorComponent: ErrorScreen,
    defaultNotFoundComponent: NotFoundScreen,
    // In a server rendering this would be an inline script, which the content security policy refuses.
    scrollRestoration: history ? false : makePageWatch(),
    ...(history && { history }),
  });
export type PortalRouter = ReturnType<typeof makePortalRouter>;

declare module '@tanstack/react-router' {
  interface Register {
    router: PortalRouter;
  }
}
