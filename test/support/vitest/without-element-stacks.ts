/**
 * React's development build records a stack for each of the first 10,000 elements of a second, for the text of its
 * warnings. That takes a fifth of the time of the page's tests, so its counter says that they are recorded. A test
 * without a page may need React's other build.
 */
const React = 'document' in globalThis ? await import('react') : {};
const [internals] = Object.entries(React).flatMap(([name, part]) =>
  name.startsWith('__CLIENT_INTERNALS') ? [part as object] : [],
);
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
}
