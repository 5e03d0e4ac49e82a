import { isIP } from 'node:net';

/** Returns the domain of the passkeys of a portal at this origin; undefined if its host is an IP address. */
export const findRpId = (portalOrigin: string): string | undefined => {
  const { hostname } = new URL(portalOrigin);

  return isIP(hostname.replace(/^\[(.*)\]$/, '$1')) === 0 ? hostname : undefined;
};
