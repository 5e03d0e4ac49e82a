import { type ChangeEvent, type KeyboardEvent, useId, useState } from 'react';
import { SEARCH_LENGTH_MAX } from '#shared/contract/limits.ts';

const NONE = -1;

export interface FoundItem {
  id: number | string;
}

export const optionId = (listId: string, { id }: FoundItem) => `${listId}-${id}`;

interface Searched<Item extends FoundItem> {
  text: string;
  onType: (text: string) => void;
  /** The lines of the list, from the first to the last. */
  items: readonly Item[];
  isOpen: boolean;
  /** True if Enter means the first line until another is active; otherwise the arrows also stop in the field. */
  startsAtFirst: boolean;
  onChoose: (item: Item) => void;
}

/** Steers a list from the field above it, which keeps the focus: the combobox of the ARIA Authoring Practices. */
export const useFoundList = <Item extends FoundItem>({
  text,
  onType,
  items,
  isOpen,
  startsAtFirst,
  onChoose,
}: Searched<Item>) => {
  const listId = useId();
  const [reachedId, setReachedId] = useState<Item['id']>();
  const firstStop = startsAtFirst ? 0 : NONE;
  const activeIndex = Math.max(
    firstStop,
    items.findIndex(({ id }) => id === reachedId),
  );
  const active = isOpen ? items[activeIndex] : undefined;
  const hasLines = isOpen && items.length > 0;

  const type = (typed: string) => {
    setReachedId(undefined);
    onType(typed);
  };

  const choose = (item: Item) => {
    type('');
    onChoose(item);
  };

  const move = (step: 1 | -1) => {
    const stops = items.length - firstStop;
    setReachedId(items[((activeIndex - firstStop + step + stops) % stops) + firstStop]?.id);
  };

  const steer = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && active) {
      event.preventDefault();
      choose(active);
    }
  };

  return {
    active,
    /** True once an arrow key or the pointer has reached a line. */
    hasReached: reachedId !== undefined,
    hasLines,
    type,
    choose,
    steer,
    field: {
      role: 'combobox',
      'aria-autocomplete': 'list' as const,
      'aria-expanded': hasLines,
      'aria-controls': hasLines ? listId : undefined,
      'aria-activedescendant': active && optionId(listId, active),
      autoComplete: 'off',
      autoCorrect: 'off',
      enterKeyHint: 'go' as const,
      spellCheck: false,
      maxLength: SEARCH_LENGTH_MAX,
      value: text,
      onChange: ({ target }: ChangeEvent<HTMLInputElement>) => type(target.value),
    },
    list: { listId, active, onPoint: ({ id }: Item) => setReachedId(id), onChoose: choose },
  };
};
