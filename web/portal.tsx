import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from './components/shell/error-boundary.tsx';
import { OfflineBand } from './components/shell/offline-band.tsx';
import { lazyCode } from './lib/lazy-code.tsx';
import type { PortalRouter } from './routes/router.tsx';
import { system } from './theme.ts';

const Toaster = lazyCode(() => import('./components/shell/toaster.tsx'), 'Toaster');

/**
 * The toaster, loaded after the first screen because no page shows a toast at its start. If it fails, the page works
 * without it.
 */
const LateToaster = () => {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => setIsDue(true), []);

  return (
    <ErrorBoundary fallback={() => null}>
      <Suspense>{isDue && <Toaster />}</Suspense>
    </ErrorBoundary>
  );
};

interface PortalProps {
  queryClient: QueryClient;
  router: PortalRouter;
}

/** The whole page: the build renders and the browser hydrates this same tree. */
export const Portal = ({ queryClient, router }: PortalProps) => (
  <StrictMode>
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <LateToaster />
        <OfflineBand />
      </QueryClientProvider>
    </ChakraProvider>
  </StrictMode>
);
