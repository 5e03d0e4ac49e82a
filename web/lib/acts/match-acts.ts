import { searchForm } from '#shared/text/search-form.ts';
import type { Act } from './act.ts';

/**
 * Returns the acts in whose label or synonyms each typed word starts a word, those with all of them in the label first;
 * all acts for an empty text.
 */
export const matchActs = <One extends Act>(acts: readonly One[], typed: string): One[] => {
  const words = searchForm(typed).split(' ').filter(Boolean);
  const isIn = (text: string) => {
    const starts = searchForm(text).split(/[ :]+/);

    return words.every((word) => starts.some((start) => start.startsWith(word)));
  };
  const named = acts.filter(({ label }) => isIn(label));

  return [
    ...named,
    ...acts.filter((act) => !named.includes(act) && isIn(`${act.label} ${act.synonyms ?? ''}`)),
  ];
};
