import { useLayoutEffect } from 'react';
import { CustomerFound } from '../../components/search/customer-found.tsx';
import type { FinderProps } from '../../components/search/finder-search.tsx';
import { FoundLine } from '../../components/search/found-line.tsx';
import type { Act } from '../../lib/acts/act.ts';
import { matchActs } from '../../lib/acts/match-acts.ts';
import { type FoundByAdmin, useFoundByAdmin } from './found-by-admin.ts';

/** Finds all clients and the records behind them for an administrator, and the pages. */
export const AdminFinder = ({ typed, acts, onFound }: FinderProps) => {
  const { groups, error, isSearching } = useFoundByAdmin(typed);

  // Before the page is painted, so that the list never lags behind the text.
  useLayoutEffect(() => {
    const all = [...groups, { title: 'Acts and pages', items: matchActs(acts, typed) }];
    const isEmpty = all.every(({ items }) => items.length === 0);

    onFound({
      groups: isSearching && isEmpty ? undefined : all,
      error,
      show: (item: Act | FoundByAdmin) =>
        'customer' in item && item.customer ? (
          <CustomerFound customer={item.customer} service={item.service} typed={typed} />
        ) : (
          <FoundLine found={item} typed={typed} />
        ),
    });

    return () => onFound(undefined);
  }, [groups, acts, typed, isSearching, error, onFound]);

  return null;
};
