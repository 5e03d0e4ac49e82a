import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { FoundLine } from '../components/search/found-line.tsx';
import { HeaderSearch } from '../components/search/header-search.tsx';
import type { Act } from '../lib/act.ts';
import { matchActs } from '../lib/match-acts.ts';
import { useOwnThings } from './own-things.ts';

/** The header search of a client, who finds what is their own, and the pages. */
export const OwnSearch = ({ pages }: { pages: readonly Act[] }) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [wasFocused, setWasFocused] = useState(false);
  const typed = text.trim();
  const { things, isSearching, error } = useOwnThings(typed, wasFocused);
  const found = [...things, ...matchActs(pages, typed)];

  return (
    <HeaderSearch
      results={isSearching && found.length === 0 ? undefined : found}
      error={error}
      text={text}
      onType={setText}
      onFocus={() => setWasFocused(true)}
      listLabel="Results"
      showResult={(thing) => <FoundLine found={thing} typed={typed} />}
      onChoose={({ link }) => link && void navigate({ ...link, resetScroll: false })}
    />
  );
};
