import '@fontsource-variable/manrope/wght.css';
import './fonts.css';
import './late-scripts.css';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { addressOf, PAGES, pageFileOf } from '#shared/edge.ts';
import { makeQueryClient } from './lib/query-client.ts';
import { endSession, followOtherTabs } from './lib/session.ts';
import { Portal } from './portal.tsx';
import { makePortalRouter } from './routes/router.tsx';

// The scripts are not late any more (public/late-scripts.js).
document.getElementById('late-scripts')?.remove();

const queryClient = makeQueryClient(() => endSession(queryClient, router));
const router = makePortalRouter({ queryClient });
followOtherTabs(queryClient, router);

const root = document.getElementById('root');
if (!root) {
  throw new Error('index.html has no #root');
}

const portal = <Portal queryClient={queryClient} router={router} />;

/**
 * The build has rendered the very screen that the router shows. A redirect or a fault shows another one, and so does an
 * address that says more than the page's own, such as a filter or a dialog; only where a sign-in leads shows nowhere.
 */
const isRenderedAhead = () => {
  const { pathname, searchParams } = new URL(router.state.location.href, location.origin);
  searchParams.delete('returnTo');
  const address = searchParams.size > 0 ? `${pathname}?${searchParams}` : pathname;
  const page = PAGES.find((one) => addressOf(one) === address);

  return (
    page !== undefined &&
    root.dataset.page === pageFileOf(page) &&
    router.state.matches.every(({ status }) => status === 'success')
  );
};

if (root.dataset.page) {
  // What the build rendered stays on the screen until the session is known and there is something to put in its place.
  router.ssr = { manifest: undefined };
  await router.load();
}

if (isRenderedAhead()) {
  hydrateRoot(root, portal);
} else {
  // Only where the router's tree is taken over does it have the boundaries of one that a server has rendered.
  delete router.ssr;
  delete root.dataset.page;
  createRoot(root).render(portal);
}
