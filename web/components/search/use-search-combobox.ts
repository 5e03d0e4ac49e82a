import { type KeyboardEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { SEARCH_LENGTH_MIN } from '#shared/contract/limits.ts';

const NONE = -1;

export interface SearchedResult {
  id: number | string;
}

interface Searched<Result extends SearchedResult> {
  text: string;
  onType: (text: string) => void;
  results: readonly Result[] | undefined;
  error: Error | null;
  onChoose: (result: Result) => void;
}

/** Holds the state of the search box and its list, and handles keyboard and pointer. */
export const useSearchCombobox = <Result extends SearchedResult>({
  text,
  onType,
  results,
  error,
  onChoose,
}: Searched<Result>) => {
  const [isDismissed, setIsDismissed] = useState(false);
  const [activeId, setActiveId] = useState<Result['id']>();
  const area = useRef<HTMLDivElement>(null);
  const input = useRef<HTMLInputElement>(null);

  const typed = text.trim();
  const isOpen = typed.length >= SEARCH_LENGTH_MIN && !isDismissed;
  const hasList = isOpen && !error && results !== undefined && results.length > 0;
  const activeIndex = results?.findIndex(({ id }) => id === activeId) ?? NONE;

  const dismissBeside = useCallback((target: EventTarget | null) => {
    if (target instanceof Node && !area.current?.contains(target)) {
      setIsDismissed(true);
    }
  }, []);

  // The build has rendered the box, and someone may have typed into it before the page's scripts loaded.
  const takeTyped = useEffectEvent(() => onType(input.current?.value ?? ''));
  useEffect(() => takeTyped(), []);

  useEffect(() => {
    const closeOutside = ({ target }: PointerEvent) => dismissBeside(target);

    document.addEventListener('pointerdown', closeOutside);
    return () => document.removeEventListener('pointerdown', closeOutside);
  }, [dismissBeside]);

  const type = (value: string) => {
    onType(value);
    setIsDismissed(false);
    setActiveId(undefined);
  };

  const choose = (result: Result) => {
    type('');
    onChoose(result);
  };

  const clear = () => {
    type('');
    input.current?.focus();
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
    isOpen,
    hasList,
    activeIndex,
    hasActive: isOpen && activeIndex !== NONE,
    type,
    clear,
    choose,
    steer,
    open: () => setIsDismissed(false),
    dismissBeside,
    point: (result: Result) => setActiveId(result.id),
  };
};
