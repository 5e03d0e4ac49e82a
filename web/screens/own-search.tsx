import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FoundLine } from '../components/search/found-line.tsx';
import { HeaderSearch } from '../components/search/header-search.tsx';
import type { Act } from '../lib/act.ts';
import { matchActs } from '../lib/match-acts.ts';
import { type OwnThing, useOwnThings } from './own-things.ts';

/** The header search of a client, who finds what is their own, and what the palette offers. */
export const OwnSearch = ({ acts }: { acts: readonly Act[] }) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wasFocused, setWasFocused] = useState(false);
  const typed = text.trim();
  const { things, isSearching, error } = useOwnThings(typed, wasFocused);
  const matches = matchActs(acts, typed);
  const groups: { title: string; items: readonly (OwnThing | Act)[] }[] = [
    { title: 'Yours', items: things },
    { title: 'Acts and pages', items: matches },
  ];

  return (
    <HeaderSearch
      groups={isSearching && things.length + matches.length === 0 ? undefined : groups}
      error={error}
      text={text}
      onType={setText}
      onFocus={() => setWasFocused(true)}
      listLabel="Results"
      showResult={(thing) => <FoundLine found={thing} typed={typed} />}
      onChoose={({ link, run }) => (link ? void navigate({ ...link, resetScroll: false }) : run())}
    />
  );
};
