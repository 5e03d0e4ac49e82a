import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useCallback, useEffect, useRef, useState } from 'react';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';
import { useDebounced } from '../../lib/use-debounced.ts';
import { searchQuery } from './queries.ts';
import { useSearchShortcut } from './use-search-shortcut.ts';

const TYPING_PAUSE_MS = 175;
const NONE = -1;

/** Reads the results for the typed text, once the typing pauses. */
const useSearchResults = (typed: string) => {
  const settled = useDebounced(typed, TYPING_PAUSE_MS);
  const isSettledLongEnough = settled.length >= SEARCH_LENGTH_MIN;
  const { data, error } = useQuery({
    ...searchQuery(settled),
    enabled: typed.length >= SEARCH_LENGTH_MIN && isSettledLongEnough,
  });

  return { results: isSettledLongEnough ? data : undefined, error };
};

/** Holds the state of the search box and its list, and handles keyboard and pointer. */
export const useSearchCombobox = (onChoose?: (result: CustomerResult) => void) => {
  const [text, setText] = useState('');
  const [isDismissed, setIsDismissed] = useState(false);
  const [activeId, setActiveId] = useState<number>();
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);
  useSearchShortcut(input);

  const typed = text.trim();
  const isOpen = typed.length >= SEARCH_LENGTH_MIN && !isDismissed;
  const { results, error } = useSearchResults(typed);
  const hasList = isOpen && !error && results !== undefined && results.length > 0;
  const activeIndex = results?.findIndex(({ id }) => id === activeId) ?? NONE;

  const dismissBeside = useCallback((target: EventTarget | null) => {
    if (target instanceof Node && !area.current?.contains(target)) {
      setIsDismissed(true);
    }
  }, []);

  // The build has rendered the box, and someone may have typed into it before the page's scripts loaded.
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

  /** Moves from the box (NONE) to the first result, on to the last, and round again. */
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

  return {
    area,
    input,
    text,
    results,
    error,
    isOpen,
    hasList,
    activeIndex,
    hasActive: isOpen && activeIndex !== NONE,
    type,
    choose,
    steer,
    open: () => setIsDismissed(false),
    dismissBeside,
    point: (result: CustomerResult) => setActiveId(result.id),
  };
};
