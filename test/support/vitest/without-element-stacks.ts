import * as React from 'react';

/**
 * React's development build records a stack for each of the first 10,000 elements of a second, for the text of its
 * warnings. That takes a fifth of the time of the page's tests, so its counter says that they are recorded.
 */
const [internals] = Object.entries(React).flatMap(([name, part]) =>
  name.startsWith('__CLIENT_INTERNALS') ? [part as object] : [],
);
if (internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => 10_000, set: () => {} });
}
