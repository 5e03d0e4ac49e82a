import { oneOf, readSearch } from '../lib/search-params.ts';

/** Returns a path of this portal; drops an address that leads elsewhere, such as `//evil.example`. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;

export const authSearch = readSearch({
  tab: oneOf(['sign-in', 'register']),
  /** The address to open after signing in. */
  returnTo: ownPath,
  /** The visitor's session has just ended. */
  ended: oneOf([true, false]),
});
