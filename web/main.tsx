import '@fontsource-variable/manrope/wght.css';
import './fonts.css';
import './late-scripts.css';
import { CacheProvider } from '@emotion/react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { addressOf, PAGES, pageFileOf } from '#shared/edge.ts';
import { followLinks } from './lib/address/opened-links.ts';
import { followSteps } from './lib/address/steps.ts';
import { makeStyleCache } from './lib/browser/style-cache.ts';
import { followNavigation } from './lib/browser/toast.ts';
import { nameShownUser } from './lib/reads/api.ts';
import { enterScreen } from './lib/reads/fresh-money.ts';
import { makeQueryClient } from './lib/reads/query-client.ts';
import { findShownUser, followOtherTabs, followRefusal, followReturns } from './lib/session/session.ts';
import { Portal } from './portal.tsx';
import { makePortalRouter } from './routes/router.tsx';

// The scripts have arrived, so the note of public/first-reads.js goes.
document.getElementById('late-scripts')?.remove();

followLinks();

const queryClient = makeQueryClient((error) => followRefusal(queryClient, router, error));
const router = makePortalRouter({ queryClient });
nameShownUser(() => findShownUser(queryClient));
followOtherTabs(queryClient, router);
followReturns(queryClient, router);
router.subscribe('onBeforeNavigate', enterScreen);
followNavigation(router);
followSteps(router);

const root = document.getElementById('root');
if (!root) {
  throw new Error('index.html has no #root');
}

const portal = (
  <CacheProvider value={makeStyleCache()}>
    <Portal queryClient={queryClient} router={router} />
  </CacheProvider>
);

/**
 * True if the build has rendered exactly the screen that the router shows. It has not for a redirect, an error, or an
 * address with further parameters, such as a filter or a dialog; only `returnTo` (where to go after signing in)
 * changes nothing on the screen.
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

/** A function, because other files import from this one and would wait for its end if it waited at the top. */
const start = async () => {
  if (root.dataset.page) {
    // Keep the rendered page on the screen until the session is known and its replacement is ready.
    router.ssr = { manifest: undefined };
    await router.load();
  }

  if (isRenderedAhead()) {
    hydrateRoot(root, portal);
  } else {
    // The router's tree has the boundaries of a server-rendered one only if it is hydrated.
    delete router.ssr;
    delete root.dataset.page;
    createRoot(root).render(portal);
  }
};

void start();
