import { useRouterState } from '@tanstack/react-router';

/** The search parameters of an address. */
export type Search = Record<string, unknown>;

/**
 * Returns which form a place shows, and for which addresses that form stays on the screen, both by the same rule.
 * `formAt` returns what the place shows at an address: the subject of its form, or undefined for none.
 */
export const useFormAt = <Subject>(formAt: (search: Search) => Subject | undefined) => {
  const search: Search = useRouterState({ select: ({ matches }) => matches.at(-1)?.search ?? {} });
  const shown = formAt(search);

  return { shown, search, isShownAt: (other: Search) => formAt(other) === shown };
};
