import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, type ReactNode, useState } from 'react';
import type { Act } from '../../lib/acts/act.ts';
import { HeaderSearch } from './header-search.tsx';

/** What a finder has found for the typed text. */
export interface Found {
  /** Undefined until the first answer. */
  groups: readonly { title: string; items: readonly Act[] }[] | undefined;
  error: Error | null;
  show: (item: Act) => ReactNode;
}

export interface FinderProps {
  typed: string;
  /** The acts and pages that are found, too. */
  acts: readonly Act[];
  onFound: (found: Found | undefined) => void;
}

interface FinderSearchProps extends Pick<FinderProps, 'acts'> {
  /** Searches, and shows nothing itself. Its code is loaded when somebody is about to search. */
  Finder: ComponentType<FinderProps> & { preload: () => Promise<void> };
}

/** The header search, whose box is there before the code that searches. */
export const FinderSearch = ({ acts, Finder }: FinderSearchProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [found, setFound] = useState<Found>();

  return (
    <HeaderSearch
      groups={found?.groups}
      error={found?.error ?? null}
      text={text}
      onType={setText}
      onFocus={() => void Finder.preload().catch(() => undefined)}
      listLabel="Results"
      showResult={(item) => found?.show(item)}
      onChoose={({ link, run }) => (link ? void navigate({ ...link, resetScroll: false }) : run())}
    >
      <Finder typed={text.trim()} acts={acts} onFound={setFound} />
    </HeaderSearch>
  );
};
