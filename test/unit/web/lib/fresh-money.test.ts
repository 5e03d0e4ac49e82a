// @vitest-environment happy-dom
import { focusManager, QueryObserver } from '@tanstack/react-query';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { enterScreen } from '#web/lib/reads/fresh-money.ts';
import { makeQueryClient } from '#web/lib/reads/query-client.ts';

/** In the past, because other tests share the moment at which a screen was entered. */
const START = Date.parse('2020-11-26T19:16:00Z');
const client = makeQueryClient(() => undefined);
let reads: string[] = [];

beforeAll(() => client.mount());
afterAll(() => client.unmount());
beforeEach(() => {
  vi.useFakeTimers({ now: START });
  reads = [];
});
afterEach(() => {
  client.clear();
  focusManager.setFocused(undefined);
  vi.useRealTimers();
});

/** Opens a screen that shows these reads, waits for them, and returns a function that leaves it. */
const open = async (...names: string[]) => {
  const leave = names.map((name) => {
    const queryKey = name.split('.');
    const queryFn = async () => {
      // Each answer takes longer than the one before it.
      await new Promise((answer) => setTimeout(answer, 10 * reads.push(name)));

      return name;
    };

    return new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined);
  });
  await vi.advanceTimersByTimeAsync(100);

  return () => {
    for (const one of leave) {
      one();
    }
  };
};

const visit = async (...names: string[]) => {
  enterScreen();
  const leave = await open(...names);
  leave();
};

it('a screen reads its money again if the screen between has read money', async () => {
  await visit('figures.money', 'figures.counts');
  await visit('ledger.debtors');
  await visit('figures.money', 'figures.counts');

  expect(reads).toEqual([
    'figures.money',
    'figures.counts',
    'ledger.debtors',
    'figures.money',
    'figures.counts',
  ]);
});

it('a screen reads what it shares with the last one again together with its own money', async () => {
  await visit('ledger.debt');
  await visit('ledger.debt', 'invoices.list');

  expect(reads).toEqual(['ledger.debt', 'ledger.debt', 'invoices.list']);
});

it('a screen does not read its first answers again because it asks for others later', async () => {
  enterScreen();
  const leave = [await open('figures.money'), await open('figures.months')];

  expect(reads).toEqual(['figures.money', 'figures.months']);
  for (const one of leave) {
    one();
  }
});

it('a screen is not read again because the screen between has read something other than money', async () => {
  await visit('figures.money');
  await visit('services.list');
  await visit('figures.money');

  expect(reads).toEqual(['figures.money', 'services.list']);
});

it.each([
  'ledger.debt',
  'invoices.list',
  'invoices.detail',
  'mails.own',
  'users.list',
  'users.detail',
  'users.summary',
])('the answer of %s is read again after a minute, and not before', async (name) => {
  await visit(name);
  await vi.advanceTimersByTimeAsync(59_000);
  await visit(name);
  expect(reads).toHaveLength(1);

  await vi.advanceTimersByTimeAsync(1000);
  await visit(name);
  expect(reads).toHaveLength(2);
});

it('money that is older than a minute is read again on return to the tab, and nothing else is', async () => {
  const leave = await open('ledger.debt', 'services.list');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reads).toHaveLength(2);

  focusManager.setFocused(false);
  focusManager.setFocused(true);
  await vi.advanceTimersByTimeAsync(10);

  expect(reads.slice(2)).toEqual(['ledger.debt']);
  leave();
});
