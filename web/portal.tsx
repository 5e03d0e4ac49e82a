import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, useEffect, useState } from 'react';
import { OfflineBand } from './components/shell/offline-band.tsx';
import { lazyCode } from './lib/browser/lazy-code.tsx';
import type { PortalRouter } from './routes/router.tsx';
import { system } from './theme.ts';

const LateParts = lazyCode(() => import('./components/shell/late-parts.tsx'), 'LateParts');

/**
 * What no page shows at its start, loaded after the first screen. It is rendered once its code is there: React delays
 * parts that become ready while others wait. If it fails to load, the page works without it.
 */
const Late = () => {
  const [isLoaded, setIsLoaded] = useState(false);
  useEffect(() => {
    LateParts.preload().then(
      () => setIsLoaded(true),
      () => undefined,
    );
  }, []);

  return isLoaded && <LateParts />;
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
        <Late />
        <OfflineBand />
      </QueryClientProvider>
    </ChakraProvider>
  </StrictMode>
);
