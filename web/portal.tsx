import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, Suspense, useEffect, useState } from 'react';
import { ErrorBoundary } from './components/error-boundary.tsx';
import { OfflineBand } from './components/offline-band.tsx';
import { lazyCode } from './lib/lazy-code.tsx';
import type { PortalRouter } from './routes/router.tsx';
import { system } from './theme.ts';

const Toaster = lazyCode(() => import('./components/toaster.tsx'), 'Toaster');

/** No page shows a toast when it arrives, so this comes behind the first screen; without it the page goes on. */
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

/** All that stands in the page: the same tree where the build renders it ahead and where the browser takes it over. */
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
