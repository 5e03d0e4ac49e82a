import { ChakraProvider } from '@chakra-ui/react';
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense, useEffect, useState } from 'react';
import type { PortalRouter } from './routes/router.tsx';
import { system } from './theme.ts';

const Toaster = lazy(() => import('./components/toaster.tsx'));

/** No page shows a toast when it arrives, so this comes behind the first screen. */
const LateToaster = () => {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => setIsDue(true), []);

  return <Suspense>{isDue && <Toaster />}</Suspense>;
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
      </QueryClientProvider>
    </ChakraProvider>
  </StrictMode>
);
