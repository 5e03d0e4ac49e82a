import { useLayoutEffect } from 'react';
import type { FinderProps } from '../../components/search/finder-search.tsx';
import { FoundLine } from '../../components/search/found-line.tsx';
import { matchActs } from '../../lib/acts/match-acts.ts';
import { useOwnThings } from './own-things.ts';

/** Finds what is a client's own, and what the palette offers. */
export const OwnFinder = ({ typed, acts, onFound }: FinderProps) => {
  const { things, isSearching, error } = useOwnThings(typed);

  // Before the page is painted, so that the list never lags behind the text.
  useLayoutEffect(() => {
    const matches = matchActs(acts, typed);

    onFound({
      groups:
        isSearching && things.length + matches.length === 0
          ? undefined
          : [
              { title: 'Yours', items: things },
              { title: 'Acts and pages', items: matches },
            ],
      error,
      show: (item) => <FoundLine found={item} typed={typed} />,
    });

    return () => onFound(undefined);
  }, [things, acts, typed, isSearching, error, onFound]);

  return null;
};
