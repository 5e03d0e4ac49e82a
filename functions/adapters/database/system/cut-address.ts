/** An address as the audit log may keep it: without the last byte of IPv4, and the first 64 bits of IPv6. */
export const cutAddress = (address: string): string => {
  if (!/[.:]/.test(address)) {
    return address;
  }
  if (address.includes(':')) {
    return `${address.split(':').slice(0, 4).join(':')}::/64`;
  }

  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
};
