import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FoundLine } from '../components/search/found-line.tsx';
import { HeaderSearch } from '../components/search/header-search.tsx';
import { CustomerFound } from '../features/customers/customer-result.tsx';
import type { Act } from '../lib/act.ts';
import { matchActs } from '../lib/match-acts.ts';
import { type FoundByAdmin, useFoundByAdmin } from './found-by-admin.ts';

/** The header search of an administrator, who finds all clients, the records behind them, and the pages. */
export const AdminHeaderSearch = ({ acts }: { acts: readonly Act[] }) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const { groups, error, isSearching } = useFoundByAdmin(typed);
  const all: { title: string; items: readonly (FoundByAdmin | Act)[] }[] = [
    ...groups,
    { title: 'Acts and pages', items: matchActs(acts, typed) },
  ];
  const isEmpty = all.every(({ items }) => items.length === 0);

  return (
    <HeaderSearch
      groups={isSearching && isEmpty ? undefined : all}
      error={error}
      text={text}
      onType={setText}
      listLabel="Results"
      showResult={(found) =>
        'customer' in found && found.customer ? (
          <CustomerFound customer={found.customer} service={found.service} typed={typed} />
        ) : (
          <FoundLine found={found} typed={typed} />
        )
      }
      onChoose={({ link, run }) => (link ? void navigate({ ...link, resetScroll: false }) : run())}
    />
  );
};
