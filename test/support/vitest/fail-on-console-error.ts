import { afterEach, beforeEach, expect, vi } from 'vitest';

const consoleError = vi.spyOn(console, 'error');

beforeEach(() => {
  consoleError.mockClear();
});

afterEach(() => {
  expect(consoleError.mock.calls, 'nothing may be written to console.error during a test').toEqual([]);
});
