import { Box, CloseButton, Input, InputGroup, Kbd } from '@chakra-ui/react';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { SEARCH_BOX_ID } from '../../lib/acts/portal-acts.ts';
import { FoundList } from './found-list.tsx';
import { SearchState } from './search-state.tsx';
import { type FoundItem, useFoundList } from './use-found-list.ts';

const NOTHING: readonly never[] = [];

interface HeaderSearchProps<Result extends FoundItem> {
  text: string;
  onType: (text: string) => void;
  /** Undefined until the first answer. */
  groups: readonly { title?: string; items: readonly Result[] }[] | undefined;
  error: Error | null;
  listLabel: string;
  showResult: (result: Result) => ReactNode;
  onChoose: (result: Result) => void;
  onFocus?: () => void;
  /** A part that finds the results, if its code is loaded later. */
  children?: ReactNode;
}

/** Search while typing. A phone has the palette instead. */
export const HeaderSearch = <Result extends FoundItem>({
  text,
  onType,
  groups,
  error,
  listLabel,
  showResult,
  onChoose,
  onFocus,
  children,
}: HeaderSearchProps<Result>) => {
  const [isDismissed, setIsDismissed] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const isWanted = text.trim().length >= SEARCH_LENGTH_MIN;
  const isOpen = isWanted && !isDismissed;
  const shown = (error ? undefined : groups) ?? NOTHING;
  const items = shown.flatMap((group) => group.items);
  const search = useFoundList({
    text,
    onType: (typed) => {
      setIsDismissed(false);
      onType(typed);
    },
    items,
    isOpen,
    startsAtFirst: false,
    onChoose,
  });

  // The build has rendered the box, and someone may have typed into it before the page's scripts loaded.
  const takeTyped = useEffectEvent(() => onType(input.current?.value ?? ''));
  useEffect(() => takeTyped(), []);

  useEffect(() => {
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !area.current?.contains(target)) {
        setIsDismissed(true);
      }
    };

    document.addEventListener('pointerdown', closeOutside);
    document.addEventListener('focusin', closeOutside);
    return () => {
      document.removeEventListener('pointerdown', closeOutside);
      document.removeEventListener('focusin', closeOutside);
    };
  }, []);

  const clear = () => {
    search.type('');
    input.current?.focus();
  };

  const steer = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) {
      return;
    }

    if (event.key === 'Escape') {
      event.preventDefault();
      if (isOpen) {
        setIsDismissed(true);
      } else {
        search.type('');
      }
      return;
    }

    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      setIsDismissed(false);
    }
    search.steer(event);
  };

  return (
    <Box ref={area} role="search" hideBelow="md" maxW="36rem" position="relative" onFocus={onFocus}>
      <InputGroup
        startElement={<Search size={18} aria-hidden />}
        endElement={
          text === '' ? (
            <Kbd aria-hidden>/</Kbd>
          ) : (
            <CloseButton
              size="xs"
              colorPalette="gray"
              me="-2"
              aria-label="Clear search"
              tabIndex={-1}
              onClick={clear}
            />
          )
        }
      >
        <Input
          {...search.field}
          ref={input}
          id={SEARCH_BOX_ID}
          aria-label="Search"
          aria-keyshortcuts="/"
          placeholder="Search services, accounts, or any data..."
          textOverflow="ellipsis"
          onClick={() => setIsDismissed(false)}
          onKeyDown={steer}
        />
      </InputGroup>
      {isWanted && (
        <Box
          hidden={!isOpen}
          position="absolute"
          insetInline="0"
          top="calc(100% + 0.5rem)"
          zIndex="dropdown"
          p="1.5"
          bg="bg.panel"
          borderWidth="1px"
          borderRadius="l3"
          shadow="xl"
        >
          {children}
          <SearchState
            error={error}
            isSearching={groups === undefined}
            isEmpty={items.length === 0}
            count={items.length}
          />
          {search.hasLines && (
            <FoundList
              {...search.list}
              label={listLabel}
              groups={shown}
              showItem={showResult}
              // The list itself scrolls: a box around it could not be scrolled by keys.
              maxH="24rem"
              overflowY="auto"
            />
          )}
        </Box>
      )}
    </Box>
  );
};
