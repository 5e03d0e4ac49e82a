// @vitest-environment happy-dom
import { QueryClientProvider, queryOptions } from '@tanstack/react-query';
import { act } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server';
import { expect, it, onTestFinished } from 'vitest';
import { makeQueryClient } from '#web/lib/reads/query-client.ts';
import { useFirstRead } from '#web/lib/reads/use-first-read.ts';

const QUERY = queryOptions({ queryKey: ['sum'], queryFn: async () => 'R 100,00' });

const Sum = () => <p>{useFirstRead(QUERY).data ?? 'Loading'}</p>;

const portalWith = (queryClient: ReturnType<typeof makeQueryClient>) => (
  <QueryClientProvider client={queryClient}>
    <Sum />
  </QueryClientProvider>
);

it('an answer that came before the hydration agrees with the HTML, which has none, and is shown after it', async () => {
  const root = document.createElement('div');
  root.innerHTML = renderToString(portalWith(makeQueryClient(() => undefined)));
  expect(root.textContent).toBe('Loading');
  const queryClient = makeQueryClient(() => undefined);
  await queryClient.prefetchQuery(QUERY);

  const faults: unknown[] = [];
  const hydrated = await act(async () =>
    hydrateRoot(root, portalWith(queryClient), { onRecoverableError: (fault) => faults.push(fault) }),
  );
  onTestFinished(() => act(async () => hydrated.unmount()));

  expect(root.textContent).toBe('R 100,00');
  expect(faults).toEqual([]);
});
