import { expect, it } from 'vitest';
import { networkOf } from '#functions/domain/system/throttle.ts';

it.each([
  ['41.13.9.200', '41.13.9.0/24'],
  ['2001:db8:12:34::', '2001:db8:12::/48'],
  ['2001:db8:12:ffff::', '2001:db8:12::/48'],
  ['2001:db8:13:34::', '2001:db8:13::/48'],
])('the network of address %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
