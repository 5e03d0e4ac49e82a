import { Badge, Flex, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { HeaderSearch } from '../components/header-search.tsx';
import { Marked } from '../components/marked.tsx';
import type { Act } from '../lib/act.ts';
import { matchActs } from '../lib/match-acts.ts';
import { type OwnThing, useOwnThings } from './own-things.ts';

const Found = ({ thing, typed }: { thing: Act & Partial<OwnThing>; typed: string }) => {
  const { icon: Icon, label, detail, badge } = thing;

  return (
    <Flex align="center" gap="3">
      <Icon size={18} aria-hidden />
      <Flex direction="column" flex="1" minW="0">
        <Text fontWeight="semibold" textStyle="sm" truncate>
          <Marked text={label} typed={typed} />
        </Text>
        {detail && (
          <Text textStyle="detail" truncate>
            <Marked text={detail} typed={typed} />
          </Text>
        )}
      </Flex>
      {badge && <Badge colorPalette="gray">{badge}</Badge>}
    </Flex>
  );
};

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
      showResult={(thing) => <Found thing={thing} typed={typed} />}
      onChoose={({ link }) => link && void navigate({ ...link, resetScroll: false })}
    />
  );
};
