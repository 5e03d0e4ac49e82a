import { oneOf, readSearch } from '../../lib/address/search-params.ts';

/** Reads a path of this portal; drops an address that leads elsewhere, such as `//evil.example`. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;

export const authSearch = readSearch({
  tab: oneOf(['sign-in', 'register']),
  /** The address to open after signing in. */
  returnTo: ownPath,
  /** Why the visitor has to sign in (web/lib/session/session.ts). */
  ended: oneOf([true, false, 'reset', 'address', 'other', 'cookies', 'registered', 'late']),
});

/** Of the pages on which the user does something first: choose a new password, set up a second factor. */
export const firstPageSearch = readSearch({
  /** The address to open afterwards. */
  returnTo: ownPath,
});
