import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { OfflineBand } from './components/shell/offline-band.tsx';
import { lazyCode } from './lib/browser/lazy-code.tsx';
import type { PortalRouter } from './routes/router.tsx';
import { system } from './theme.ts';

const Toaster = lazyCode(() => import('./components/shell/toaster.tsx'), 'Toaster');

/**
 * The toaster, loaded after the first screen because no page shows a toast at its start. It is rendered once its code
 * is there: React delays parts that become ready while others wait. If it fails to load, the page works without it.
 */
const LateToaster = () => {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    Toaster.preload().then(
      () => setIsLoaded(true),
      () => undefined,
    );
  }, []);

  return isLoaded && <Toaster />;
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
