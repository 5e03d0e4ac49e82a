import { oneOf, readSearch } from '../../lib/address/search-params.ts';

/** Reads a path of this portal; drops an address that leads elsewhere, such as `//evil.example`. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;

export const authSearch = readSearch({
  tab: oneOf(['sign-in', 'register']),
  /** The address to open after signing in. */
  returnTo: ownPath,
  /** Why the visitor has to sign in (web/lib/session/session.ts). */
  ended: oneOf([true, false, 'reset', 'address', 'other', 'cookies', 'registered']),
});

export const newPasswordSearch = readSearch({
  /** The address to open after the new password is chosen. */
  returnTo: ownPath,
});
