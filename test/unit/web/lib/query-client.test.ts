// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import {
  focusManager,
  MutationObserver,
  notifyManager,
  onlineManager,
  QueryObserver,
} from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { api } from '#web/lib/reads/api.ts';
import { makeQueryClient } from '#web/lib/reads/query-client.ts';

const PASSWORD = 'typed by someone';
const client = makeQueryClient(() => undefined);

/** Opens a screen that reads something; `reads` counts its reads. */
const openScreen = async (read: () => string | Promise<string> = () => 'read') => {
  let reads = 0;
  const observer = new QueryObserver(client, {
    queryKey: ['jobs'],
    queryFn: () => {
      reads += 1;
      return read();
    },
  });
  const close = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isFetching).toBe(false);

  return { observer, close, reads: () => reads };
};

/** Marks the read as outdated without reading it again. */
const outdate = () => client.invalidateQueries({ refetchType: 'none' });

// A client notices focus and network only while it is mounted.
beforeAll(() => client.mount());
afterAll(() => client.unmount());
afterEach(() => {
  client.clear();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
});

it('only the reads that D32 names are repeated automatically', () => {
  const repeating = /\b(refetch(Interval|OnMount|OnWindowFocus|OnReconnect)|staleTime):|setInterval\(/g;
  const found = globSync('web/**/*.{ts,tsx}').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(repeating)].map(([text]) => `${file} ${text}`),
  );

  expect(found.toSorted()).toEqual([
    // The challenge of the sign-in page before it ends (D47).
    'web/features/auth/passkey-sign-in.tsx refetchInterval:',
    'web/features/auth/passkey-sign-in.tsx refetchOnWindowFocus:',
    'web/features/auth/passkey-sign-in.tsx staleTime:',
    // A file while a job books its lines.
    'web/features/bank/queries.ts refetchInterval:',
    // A billing run while its invoices are issued, printed and mailed, and its lines meanwhile.
    'web/features/billing-runs/queries.ts refetchInterval:',
    'web/features/billing-runs/queries.ts refetchInterval:',
    'web/features/debug/queries.ts refetchOnMount:',
    'web/features/invoices/queries.ts refetchInterval:',
    // The progress while it says that the invoice's mail waits.
    'web/features/invoices/use-pdf-job.ts refetchInterval:',
    'web/features/palette/queries.ts staleTime:',
    'web/features/tickets/poll-first-copy.ts setInterval(',
    'web/lib/browser/use-now.ts setInterval(',
    'web/lib/passkeys/passkey-offer.ts staleTime:',
    // Whom an amount of the bank fits, as a search.
    'web/lib/reads/payers-query.ts staleTime:',
    'web/lib/reads/query-client.ts refetchOnReconnect:',
    'web/lib/reads/query-client.ts refetchOnWindowFocus:',
    'web/lib/reads/query-client.ts staleTime:',
    'web/lib/reads/search-clients.ts staleTime:',
    // The clock for shown times, which reads nothing.
    // The countdown to 'Send again', which reads nothing.
    'web/screens/public/forgot-page.tsx setInterval(',
  ]);
});

describe('reads of the query client', () => {
  it('the result of a read that is not about money never becomes stale', async () => {
    const first = await openScreen();
    first.close();
    const second = await openScreen();

    expect(second.observer.getCurrentResult()).toMatchObject({ data: 'read', isStale: false });
    expect(second.reads()).toBe(0);
    second.close();
  });

  it.each([
    ['the window has the focus again', (is: boolean) => focusManager.setFocused(is)],
    ['the network is back', (is: boolean) => onlineManager.setOnline(is)],
  ])('a read is not repeated because %s', async (_, set) => {
    const screen = await openScreen();
    await outdate();
    set(false);
    set(true);

    await expect.poll(() => screen.observer.getCurrentResult().isFetching).toBe(false);
    expect(screen.reads()).toBe(1);
    screen.close();
  });

  it('a read that fails is not repeated', async () => {
    const screen = await openScreen(() => {
      throw new Error('No');
    });

    expect(screen.observer.getCurrentResult().isError).toBe(true);
    expect(screen.reads()).toBe(1);
    screen.close();
  });
});

describe('writes of the query client', () => {
  const write = async (answer: () => Promise<string>) => {
    let writes = 0;
    const observer = new MutationObserver(client, {
      mutationFn: (_password: string) => {
        writes += 1;
        return answer();
      },
    });
    const close = observer.subscribe(() => undefined);
    await observer.mutate(PASSWORD).catch(() => undefined);

    return { close, writes };
  };

  it('a write that fails is not repeated', async () => {
    const { close, writes } = await write(() => Promise.reject(new Error('No')));

    expect(writes).toBe(1);
    close();
  });

  it.each([
    ['succeeded', () => Promise.resolve('stored')],
    ['failed', () => Promise.reject(new Error('No'))],
  ])(
    'a write that has %s leaves no password in the cache, even while its form is open',
    async (_, answer) => {
      const { close } = await write(answer);

      expect(client.getMutationCache().getAll()).toEqual([]);
      close();
    },
  );
});

describe('what a write makes out of date', () => {
  const KEYS = [['figures'], ['session'], ['debug', 'results'], ['tickets', 'conversation', 3]];
  const outdatedAfter = async (call: () => Promise<unknown>, status: number) => {
    vi.stubGlobal('fetch', async () => new Response(status === 204 ? null : '{}', { status }));
    for (const queryKey of KEYS) {
      client.setQueryData(queryKey, 'read');
    }
    await new MutationObserver(client, { mutationFn: call }).mutate().catch(() => undefined);
    vi.unstubAllGlobals();

    return KEYS.filter((queryKey) => client.getQueryState(queryKey)?.isInvalidated).map(([name]) => name);
  };
  const endSessions = () => api.account['end-sessions']();

  it.each([204, 404, 409, 422])(
    'all but the session, results of the console and conversations is out of date after a write answered %i',
    async (status) => {
      expect(await outdatedAfter(endSessions, status)).toEqual(['figures']);
    },
  );

  it.each<[string, () => Promise<unknown>, number]>([
    ['a write that was refused as malformed', endSessions, 400],
    ['a write that failed at the server', endSessions, 503],
    ['a read that saves a file', () => api.users.export({ query: {} }), 200],
    ['a sign-out, which leaves nothing to read', () => api.auth.logout(), 204],
  ])('nothing is out of date after %s', async (_, call, status) => {
    expect(await outdatedAfter(call, status)).toEqual([]);
  });

  it('a write is over only once the screen has read again what it shows', async () => {
    vi.stubGlobal('fetch', async () => new Response(null, { status: 204 }));
    const screen = await openScreen(() => new Promise((answer) => setTimeout(() => answer('read'), 20)));
    const before = screen.reads();
    await new MutationObserver(client, { mutationFn: endSessions }).mutate();
    vi.unstubAllGlobals();

    expect(screen.reads()).toBe(before + 1);
    expect(screen.observer.getCurrentResult().isFetching).toBe(false);
    screen.close();
  });
});

it('the screen is told at once of the answers that have come together', async () => {
  const told: string[] = [];
  notifyManager.schedule(() => {
    told.push('first');
    queueMicrotask(() => told.push('rendered'));
  });
  notifyManager.schedule(() => told.push('second'));

  await expect.poll(() => told).toEqual(['first', 'second', 'rendered']);
});
