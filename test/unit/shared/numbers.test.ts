import { expect, it } from 'vitest';
import { formatBytes, formatCount, formatQuantity } from '#shared/numbers.ts';

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

it.each([
  [0, '0\u00a0bytes'],
  [1, '1\u00a0byte'],
  [999, '999\u00a0bytes'],
  [1000, '1,0\u00a0KB'],
  [123_456, '123\u00a0KB'],
  [999_999, '1,0\u00a0MB'],
  [4_000_000, '4,0\u00a0MB'],
  [2_500_000_000_000, '2,5\u00a0TB'],
])('a size of %i bytes is shown as %s', (bytes, shown) => {
  expect(formatBytes(bytes)).toBe(shown);
});
