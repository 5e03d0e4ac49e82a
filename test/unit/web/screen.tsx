import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { PROVIDER } from '#test/support/provider.ts';
import { lazyDialog } from '#web/components/dialog/lazy-dialog.tsx';
import { providerQuery } from '#web/lib/reads/provider-query.ts';
import { makeQueryClient } from '#web/lib/reads/query-client.ts';
import { keepEmailToSignIn } from '#web/lib/session/session.ts';
import { system } from '#web/theme.ts';

// A slow machine must not fail a test, so everything has time to appear.
configure({ asyncUtilTimeout: 30_000 });

/** The server's answers, by method and path; a path without an entry never answers. */
export type Answers = Record<string, () => Response | Promise<Response>>;

export const json = (body: unknown, status = 200): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });

const makeRouter = (address: string) => {
  const rootRoute = createRootRoute();
  const routes = ['/', '/auth', '/admin', '/client', '/forgot-password', '/new-password', '/set-up'].map(
    (path) => createRoute({ getParentRoute: () => rootRoute, path }),
  );

  return createRouter({
    routeTree: rootRoute.addChildren(routes),
    history: createMemoryHistory({ initialEntries: [address] }),
  });
};

/** Its preload brings the frame of all dialogs, which a page loads after its first screen. */
const anyDialog = lazyDialog(async () => ({ Nothing: () => null }), 'Nothing', { title: '' });

/** Opens a browser with these answers for one test at an address, with all that surrounds a component in the portal. */
export const openBrowser = async (answers: Answers = {}, address = '/admin') => {
  const sent: { route: string; body: unknown }[] = [];
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit) => {
    const route = `${method} ${path}`;
    sent.push({ route, body: body === undefined ? undefined : JSON.parse(String(body)) });

    return answers[route]?.() ?? new Promise(() => undefined);
  });
  onTestFinished(() => {
    cleanup();
    vi.unstubAllGlobals();
    // The files of a worker share the page's modules, and a real page begins without one.
    keepEmailToSignIn('');
  });

  const queryClient = makeQueryClient(() => undefined);
  // Most screens name the provider, and few tests are about that.
  if (!answers['GET /api/provider']) {
    queryClient.setQueryData(providerQuery.queryKey, {
      ...PROVIDER,
      addressLines: [...PROVIDER.addressLines],
      vendors: [],
      databaseCountry: 'South Africa',
      copyCountry: null,
    });
  }
  const router = makeRouter(address);
  await Promise.all([router.load(), anyDialog.preload()]);
  const wrapper = ({ children }: { children: ReactNode }) => (
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
      </QueryClientProvider>
    </ChakraProvider>
  );

  return {
    sent,
    queryClient,
    router,
    show: (shown: ReactNode) => render(shown, { wrapper }),
    use: <Result,>(hook: () => Result) => renderHook(hook, { wrapper }).result,
  };
};
