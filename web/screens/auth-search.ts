import { oneOf, readSearch } from '../lib/search-params.ts';

/** Only a path of this portal: an address that leads elsewhere, such as `//evil.example`, is dropped. */
const ownPath = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined;

export const authSearch = readSearch({
  tab: oneOf(['sign-in', 'register']),
  /** Where to go after signing in. */
  returnTo: ownPath,
  /** The visitor was signed in until a moment ago. */
  ended: oneOf([true, false]),
});
