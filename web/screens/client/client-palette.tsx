import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { CommandPalette } from '../../components/search/command-palette.tsx';
import type { Act } from '../../lib/acts/act.ts';
import { matchActs } from '../../lib/acts/match-acts.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';
import { actsOfOwnAccount } from '../own-account-acts.ts';
import { useOwnThings } from './own-things.ts';

interface ClientPaletteProps {
  title: string;
  acts: readonly Act[];
  onClose: () => void;
}

/** The palette of a client: finds what is their own, and the pages. */
export const ClientPalette = ({ title, acts, onClose }: ClientPaletteProps) => {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const typed = text.trim();
  const { things, isSearching, error } = useOwnThings(typed);
  const user = useUserIfKnown();
  const matches = matchActs([...acts, ...actsOfOwnAccount(user)], typed);

  return (
    <CommandPalette
      title={title}
      placeholder="Find an invoice, a service, a ticket or a page…"
      text={text}
      onType={setText}
      groups={[
        { title: 'Acts and pages', items: matches },
        { title: 'Yours', items: things },
      ]}
      isSearching={isSearching}
      error={error}
      isEmpty={typed.length >= SEARCH_LENGTH_MIN && things.length + matches.length === 0}
      onChoose={({ link, run }) => {
        onClose();
        if (link) {
          void navigate({ ...link, resetScroll: false });
        } else {
          run();
        }
      }}
      onClose={onClose}
    />
  );
};
