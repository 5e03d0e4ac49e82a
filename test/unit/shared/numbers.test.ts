import { expect, it } from 'vitest';
import { formatCount } from '#shared/numbers.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1\u00a0000'],
  [100_000, '100\u00a0000'],
  [1_234_567, '1\u00a0234\u00a0567'],
])('the count %i is shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});
