/** Time for which the answer to a search stays fresh (D32). */
export const SEARCH_FRESH_MS = 30_000;

/** True if one text begins the other: the earlier results then stay until the later search has answered. */
export const isRefinement = (q: string, previous: unknown): boolean =>
  typeof previous === 'string' && (q.startsWith(previous) || previous.startsWith(q));
