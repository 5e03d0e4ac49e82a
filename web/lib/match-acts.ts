import type { Act } from './act.ts';

/** Returns the acts in whose label or synonyms each typed word starts a word; all of them for an empty text. */
export const matchActs = <One extends Act>(acts: readonly One[], typed: string): One[] => {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);

  return acts.filter(({ label, synonyms = '' }) => {
    const starts = `${label} ${synonyms}`.toLowerCase().split(/[\s:]+/);

    return words.every((word) => starts.some((start) => start.startsWith(word)));
  });
};
