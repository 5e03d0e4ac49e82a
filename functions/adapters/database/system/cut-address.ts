/** Cuts an address for the audit log: IPv4 without its last byte, IPv6 to its first 64 bits. */
export const cutAddress = (address: string): string => {
  if (!/[.:]/.test(address)) {
    return address;
  }
  if (address.includes(':')) {
    return `${address.split(':').slice(0, 4).join(':')}::/64`;
  }

  return `${address.split('.').slice(0, 3).join('.')}.0/24`;
};
