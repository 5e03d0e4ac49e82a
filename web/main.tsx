import '@fontsource-variable/manrope/wght.css';
import { ChakraProvider } from '@chakra-ui/react';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { lazy, StrictMode, Suspense } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './lib/query-client.ts';
import { endSession, followOtherTabs } from './lib/session.ts';
import { createPortalRouter } from './routes/router.tsx';
import { system } from './theme.ts';

const Toaster = lazy(() => import('./components/toaster.tsx'));

const queryClient = createQueryClient(() => endSession(queryClient, router));
const router = createPortalRouter(queryClient);
followOtherTabs(queryClient, router);

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

createRoot(root).render(
  <StrictMode>
    <ChakraProvider value={system}>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
        <Suspense>
          <Toaster />
        </Suspense>
      </QueryClientProvider>
    </ChakraProvider>
  </StrictMode>,
);
