import { ChakraProvider } from '@chakra-ui/react';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterContextProvider,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Fact } from '#web/components/facts/facts.tsx';
import { CustomerFound } from '#web/components/search/customer-found.tsx';
import { ServiceRow } from '#web/features/services/service-row.tsx';
import { system } from '#web/theme.ts';
import { NO_DAYS } from '../service-days.ts';

const EVIL = '\u202Egnp.exe';

const router = createRouter({ routeTree: createRootRoute(), history: createMemoryHistory() });
await router.load();

const render = (children: ReactNode) =>
  renderToStaticMarkup(
    <ChakraProvider value={system}>
      <RouterContextProvider router={router as never}>{children}</RouterContextProvider>
    </ChakraProvider>,
  );

it('a search result isolates the text direction of its company', () => {
  const result = {
    id: 1,
    firstName: 'Thandi',
    lastName: 'Nkosi',
    email: 'thandi@example.com',
    owNumber: 'OW10001',
    company: EVIL,
    phone: null,
    customerStatus: 'Active' as const,
  };

  expect(render(<CustomerFound customer={result} typed="" />)).toContain(`<bdi>${EVIL}</bdi>`);
});

it('a service isolates the text direction of each typed text', () => {
  const service = {
    id: 1,
    serviceCategory: 'Internet',
    accountType: EVIL,
    accountUsername: EVIL,
    msisdn: null,
    simSerialNumber: EVIL,
    pricePerMonth: 337,
    status: 'active',
    ...NO_DAYS,
    createdAt: '2026-11-20T08:00:00Z',
    updatedAt: '2026-11-20T08:00:00Z',
  };
  const shown = render(<ServiceRow userId={7} service={service} onEdit={() => undefined} />);

  expect(shown.split(`<bdi>${EVIL}</bdi>`)).toHaveLength(4);
});

it('a fact of a record isolates the text direction of its value', () => {
  expect(render(<Fact name="Address">{EVIL}</Fact>)).toMatch(/unicode-bidi:\s*isolate/);
});
