import { expect, it } from 'vitest';
import { formatCount, formatQuantity } from '#shared/numbers.ts';

it.each([
  [0, '0'],
  [999, '999'],
  [1000, '1\u00a0000'],
  [100_000, '100\u00a0000'],
  [1_234_567, '1\u00a0234\u00a0567'],
])('the count %i is shown as %s', (count, shown) => {
  expect(formatCount(count)).toBe(shown);
});

it.each([
  [1, '1'],
  [0.001, '0,001'],
  [1.5, '1,5'],
  [1.125, '1,125'],
  [12_345, '12\u00a0345'],
  [99_999.999, '99\u00a0999,999'],
])('the quantity %f is shown as %s', (quantity, shown) => {
  expect(formatQuantity(quantity)).toBe(shown);
});
