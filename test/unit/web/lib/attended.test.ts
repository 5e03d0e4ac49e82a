// @vitest-environment happy-dom
import { globSync, readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { whileAttended } from '#web/lib/browser/attended.ts';

const MINUTE_MS = 60_000;

beforeEach(() => {
  vi.useFakeTimers();
  globalThis.dispatchEvent(new Event('pointermove'));
});
afterEach(() => vi.useRealTimers());

const makeQuery = (isActive = true) => ({
  state: { data: 'booking', error: null, dataUpdatedAt: 0 },
  isActive: () => isActive,
  fetch: vi.fn(async () => undefined),
});

const everySecond = whileAttended(() => 1000);

it('a read is repeated for 30 minutes without input, and no longer', () => {
  vi.advanceTimersByTime(30 * MINUTE_MS - 1);
  expect(everySecond(makeQuery())).toBe(1000);

  vi.advanceTimersByTime(1);
  expect(everySecond(makeQuery())).toBe(false);
});

it.each(['pointerdown', 'pointermove', 'keydown', 'touchmove', 'wheel'])(
  'a %s makes a read that stopped go on at once, once',
  (input) => {
    const query = makeQuery();
    vi.advanceTimersByTime(31 * MINUTE_MS);
    everySecond(query);
    globalThis.dispatchEvent(new Event(input));
    globalThis.dispatchEvent(new Event(input));

    expect(query.fetch).toHaveBeenCalledOnce();
    expect(everySecond(query)).toBe(1000);
  },
);

it('an input starts neither a read that nothing shows any more, nor one that was over', () => {
  const [gone, over] = [makeQuery(false), makeQuery()];
  vi.advanceTimersByTime(31 * MINUTE_MS);
  everySecond(gone);
  whileAttended(() => false)(over);
  globalThis.dispatchEvent(new Event('keydown'));

  expect([gone, over].map(({ fetch }) => fetch.mock.calls.length)).toEqual([0, 0]);
});

const sources = globSync('web/**/*.{ts,tsx}').map((path) => ({ path, text: readFileSync(path, 'utf8') }));

it('every read that a page repeats by itself stops without input', () => {
  const repeating = sources.filter(({ text }) => /refetchInterval:/.test(text));
  const faults = repeating.filter(({ text }) => /refetchInterval:(?!\s*whileAttended\b)/.test(text));

  expect(repeating.length).toBeGreaterThan(2);
  expect(faults.map(({ path }) => path)).toEqual([]);
});

it('a timer that repeats reads nothing but the first copy of the tickets, 15 times', () => {
  const timed = sources.filter(({ text }) => /setInterval\(/.test(text) && /\bapi\b/.test(text));

  expect(timed.map(({ path }) => path)).toEqual(['web/features/tickets/poll-first-copy.ts']);
});
