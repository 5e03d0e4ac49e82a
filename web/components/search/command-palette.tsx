import { Button, chakra, Dialog, HStack, Kbd } from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { Act } from '../../lib/acts/act.ts';
import { typedAhead } from '../../lib/acts/typed-ahead.ts';
import { Modal } from '../dialog/modal.tsx';
import { FoundLine } from './found-line.tsx';
import { FoundList } from './found-list.tsx';
import { SearchState } from './search-state.tsx';
import { useFoundList } from './use-found-list.ts';

/** A line of the palette: an act, or a record that an act opens. */
export type PaletteItem = Act & {
  detail?: string | undefined;
  badge?: string | undefined;
  /** Leads on to another list, such as the acts on a client. */
  more?: () => void;
};

export interface PaletteGroup {
  title: string;
  items: readonly PaletteItem[];
}

const Input = chakra('input', {
  base: {
    width: '100%',
    height: '12',
    paddingInline: '4',
    textStyle: 'md',
    bg: 'bg.panel',
    color: 'fg',
    borderWidth: '1px',
    borderColor: 'border.emphasized',
    borderRadius: 'l2',
    _placeholder: { color: 'fg.muted' },
    focusVisibleRing: 'inside',
  },
});

interface CommandPaletteProps {
  title: string;
  placeholder: string;
  text: string;
  onType: (text: string) => void;
  groups: readonly PaletteGroup[];
  /** True while the records that match the text are not known yet. */
  isSearching: boolean;
  error: Error | null;
  /** Says in place of the records that none match. */
  isEmpty: boolean;
  /** Leads back from a list that another one led to. */
  onBack?: (() => void) | undefined;
  onChoose: (item: PaletteItem) => void;
  onClose: () => void;
}

/** Finds and acts: a field with a list below it, which the arrow keys walk while the field keeps the focus. */
export const CommandPalette = ({
  title,
  placeholder,
  text,
  onType,
  groups,
  isSearching,
  error,
  isEmpty,
  onBack,
  onChoose,
  onClose,
}: CommandPaletteProps) => {
  const input = useRef<HTMLInputElement>(null);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  const items = groups.flatMap((group) => group.items);
  const search = useFoundList({
    text,
    onType: (typed) => {
      setIsEnterWaiting(false);
      onType(typed);
    },
    items,
    isOpen: true,
    startsAtFirst: true,
    onChoose,
  });
  const { active } = search;

  // Someone who types a name and presses Enter means the first result, also if it has not arrived yet.
  const chooseArrived = useEffectEvent(() => {
    setIsEnterWaiting(false);
    if (active && !isEmpty) {
      search.choose(active);
    }
  });
  useEffect(() => {
    if (isEnterWaiting && !isSearching) {
      chooseArrived();
    }
  }, [isEnterWaiting, isSearching]);

  /** Takes what was typed before the field was there. */
  const takeOver = () => {
    typedAhead.stop();
    const keys = typedAhead.keys.splice(0);
    const typed = keys.reduce(
      (before, key) => (key === 'Backspace' ? before.slice(0, -1) : key === 'Enter' ? before : before + key),
      text,
    );
    if (typed !== text) {
      search.type(typed);
      setIsEnterWaiting(keys.at(-1) === 'Enter');
    }
  };

  const goBack = () => {
    search.type('');
    onBack?.();
  };

  const steer = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) {
      return;
    }

    const isAtEnd = event.currentTarget.selectionStart === text.length;
    if (event.key === 'Enter' && isSearching && !search.hasReached) {
      event.preventDefault();
      setIsEnterWaiting(true);
    } else if (event.key === 'ArrowRight' && isAtEnd && active?.more) {
      event.preventDefault();
      search.type('');
      active.more();
    } else if (onBack && event.key === 'Backspace' && text === '') {
      event.preventDefault();
      goBack();
    } else {
      search.steer(event);
    }
  };

  return (
    <Modal title={title} size="search" onClose={onClose} initialFocus={() => input.current}>
      <Dialog.Body pt="0" display="flex" flexDirection="column" gap="3" minH="0">
        <HStack gap="2">
          {onBack && (
            <Button size="sm" variant="ghost" colorPalette="gray" px="2" aria-label="Back" onClick={goBack}>
              <ArrowLeft />
            </Button>
          )}
          <Input
            {...search.field}
            ref={input}
            aria-label={placeholder}
            placeholder={placeholder}
            onFocus={takeOver}
            onKeyDown={steer}
          />
        </HStack>
        <SearchState
          error={error}
          isSearching={isSearching}
          isEmpty={isEmpty}
          count={text === '' ? undefined : items.length}
        />
        <FoundList
          {...search.list}
          label={title}
          groups={groups}
          showItem={(item) => <Line item={item} typed={text} />}
          overflowY="auto"
          height={{ base: 'auto', md: '24rem' }}
          flex={{ mdDown: '1' }}
          mx="-2"
        />
        <HStack gap="4" textStyle="detail" hideBelow="md" aria-hidden>
          <span>
            <Kbd size="sm">↑</Kbd> <Kbd size="sm">↓</Kbd> choose
          </span>
          <span>
            <Kbd size="sm">Enter</Kbd> open
          </span>
          {active?.more && (
            <span>
              <Kbd size="sm">→</Kbd> more actions
            </span>
          )}
        </HStack>
      </Dialog.Body>
    </Modal>
  );
};

const Line = ({ item, typed }: { item: PaletteItem; typed: string }) => (
  <>
    <FoundLine found={item} typed={typed} />
    {item.keys && (
      <Kbd size="sm" hideBelow="md" aria-hidden>
        {item.keys}
      </Kbd>
    )}
  </>
);
