import { Box, Input, InputGroup, Kbd } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MAX, SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { searchQuery } from './queries.ts';
import { optionId, SearchDropdown } from './search-dropdown.tsx';
import { useSearchShortcut } from './use-search-shortcut.ts';

const TYPING_PAUSE_MS = 175;
const NONE = -1;

/** Search as one types, by the combobox pattern of the ARIA Authoring Practices. */
export const HeaderSearch = ({ onChoose }: { onChoose?: (result: CustomerResult) => void }) => {
  const [text, setText] = useState('');
  const [isDismissed, setIsDismissed] = useState(false);
  const [activeId, setActiveId] = useState<number>();
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  useSearchShortcut(input);

  const typed = text.trim();
  const settled = useDebounced(typed, TYPING_PAUSE_MS);
  const isLongEnough = typed.length >= SEARCH_LENGTH_MIN;
  const isOpen = isLongEnough && !isDismissed;
  const { data, error } = useQuery({
    ...searchQuery(settled),
    enabled: isLongEnough && settled.length >= SEARCH_LENGTH_MIN,
  });
  const results = settled.length >= SEARCH_LENGTH_MIN ? data : undefined;
  const hasList = isOpen && !error && results !== undefined && results.length > 0;
  const activeIndex = results?.findIndex(({ id }) => id === activeId) ?? NONE;

  const dismissBeside = useCallback((target: EventTarget | null) => {
    if (target instanceof Node && !area.current?.contains(target)) {
      setIsDismissed(true);
    }
  }, []);

  // The build has rendered the box, and someone may have typed before the page's scripts came.
  useEffect(() => setText(input.current?.value ?? ''), []);

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => dismissBeside(target);

    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [dismissBeside]);

  const type = (value: string) => {
    setText(value);
    setIsDismissed(false);
    setActiveId(undefined);
  };

  const choose = (result: CustomerResult) => {
    type('');
    onChoose?.(result);
  };

  /** From the box (NONE) to the first result, through to the last, and round again. */
  const move = (step: 1 | -1) => {
    const stops = (results?.length ?? 0) + 1;
    setIsDismissed(false);
    setActiveId(results?.[((activeIndex + 1 + step + stops) % stops) - 1]?.id);
  };

  const steer = (event: KeyboardEvent) => {
    const active = results?.[activeIndex];

    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && isOpen && active) {
      choose(active);
    } else if (event.key === 'Escape') {
      event.preventDefault();
      if (isOpen) {
        setIsDismissed(true);
      } else {
        type('');
      }
    }
  };

  return (
    <Box
      ref={area}
      role="search"
      maxW="36rem"
      position={{ base: 'static', md: 'relative' }}
      onBlur={({ relatedTarget }) => relatedTarget && dismissBeside(relatedTarget)}
    >
      <InputGroup
        startElement={<Search size={18} aria-hidden />}
        endElement={
          <Kbd hideBelow="md" aria-hidden>
            /
          </Kbd>
        }
      >
        <Input
          ref={input}
          role="combobox"
          aria-label="Search"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={hasList ? listId : undefined}
          aria-activedescendant={isOpen && activeIndex !== NONE ? optionId(listId, activeIndex) : undefined}
          aria-keyshortcuts="/ Control+K Meta+K"
          placeholder="Search services, accounts, or any data..."
          autoComplete="off"
          spellCheck={false}
          maxLength={SEARCH_LENGTH_MAX}
          textOverflow="ellipsis"
          value={text}
          onChange={({ target }) => type(target.value)}
          onClick={() => setIsDismissed(false)}
          onKeyDown={steer}
        />
      </InputGroup>
      {isOpen && (
        <SearchDropdown
          listId={listId}
          results={results}
          error={error}
          activeIndex={activeIndex}
          onPoint={(result) => setActiveId(result.id)}
          onChoose={choose}
        />
      )}
    </Box>
  );
};
