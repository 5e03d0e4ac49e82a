import { createListCollection, Listbox } from '@ark-ui/react/listbox';
import {
  Alert,
  Box,
  Button,
  chakra,
  Dialog,
  Flex,
  HStack,
  Kbd,
  Spinner,
  Text,
  VisuallyHidden,
} from '@chakra-ui/react';
import { ArrowLeft } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { SEARCH_LENGTH_MAX } from '#shared/contract/limits.ts';
import type { Act } from '../../lib/act.ts';
import { Modal } from '../dialog/modal.tsx';
import { FoundLine } from './found-line.tsx';

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

const List = chakra('div', {
  base: {
    overflowY: 'auto',
    height: { base: 'auto', md: '24rem' },
    flex: { mdDown: '1' },
    marginInline: '-2',
    outline: 'none',
    '& [role=option]': {
      display: 'flex',
      alignItems: 'center',
      gap: '3',
      minHeight: { base: '12', md: '11' },
      paddingInline: '3',
      borderRadius: 'l2',
      cursor: 'pointer',
    },
    '& [role=option][data-highlighted]': {
      bg: 'brand.subtle',
      // Forced colours show no backgrounds.
      outline: '1px solid transparent',
    },
    '& [role=option] svg': { flexShrink: '0', color: 'fg.muted' },
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

const countOf = (count: number) => (count === 1 ? '1 result' : `${count} results`);

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
  const items = useMemo(() => groups.flatMap((group) => group.items), [groups]);
  const collection = useMemo(
    () => createListCollection({ items, itemToValue: ({ id }) => id, itemToString: ({ label }) => label }),
    [items],
  );
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const [isEnterWaiting, setIsEnterWaiting] = useState(false);
  const active = items.find(({ id }) => id === highlightedId) ?? items[0];

  // Someone who types a name and presses Enter means the first result, also if it has not arrived yet.
  const chooseArrived = useEffectEvent(() => {
    setIsEnterWaiting(false);
    if (active && !isEmpty) {
      onChoose(active);
    }
  });
  useEffect(() => {
    if (isEnterWaiting && !isSearching) {
      chooseArrived();
    }
  }, [isEnterWaiting, isSearching]);

  const type = (typed: string) => {
    setHighlightedId(null);
    setIsEnterWaiting(false);
    onType(typed);
  };

  const steer = (event: KeyboardEvent<HTMLInputElement>) => {
    const isAtEnd = event.currentTarget.selectionStart === text.length;
    if (event.key === 'Enter' && isSearching && highlightedId === null) {
      event.preventDefault();
      setIsEnterWaiting(true);
    } else if (event.key === 'ArrowRight' && isAtEnd && active?.more) {
      event.preventDefault();
      type('');
      active.more();
    } else if (onBack && event.key === 'Backspace' && text === '') {
      event.preventDefault();
      onBack();
    }
  };

  return (
    <Modal title={title} size="search" onClose={onClose} initialFocus={() => input.current}>
      <Dialog.Body pt="0" display="flex" flexDirection="column" gap="3" minH="0">
        <Listbox.Root
          asChild
          collection={collection}
          selectionMode="single"
          value={[]}
          highlightedValue={active?.id ?? null}
          onHighlightChange={({ highlightedValue }) => highlightedValue && setHighlightedId(highlightedValue)}
          onSelect={({ value }) => {
            const item = items.find(({ id }) => id === value);
            if (item) {
              onChoose(item);
            }
          }}
          loopFocus
        >
          <Flex direction="column" gap="3" minH="0" flex="1">
            <HStack gap="2">
              {onBack && (
                <Button
                  size="sm"
                  variant="ghost"
                  colorPalette="gray"
                  px="2"
                  aria-label="Back"
                  onClick={onBack}
                >
                  <ArrowLeft />
                </Button>
              )}
              <Listbox.Input asChild onKeyDown={steer}>
                <Input
                  ref={input}
                  role="combobox"
                  aria-expanded={items.length > 0}
                  aria-label={placeholder}
                  placeholder={placeholder}
                  maxLength={SEARCH_LENGTH_MAX}
                  value={text}
                  onChange={({ target }) => type(target.value)}
                />
              </Listbox.Input>
            </HStack>
            <VisuallyHidden aria-live="polite">
              {error?.message ??
                (isSearching ? 'Searching...' : isEmpty ? 'No results found' : text && countOf(items.length))}
            </VisuallyHidden>
            {error && (
              <Alert.Root status="error" size="sm">
                <Alert.Indicator />
                <Alert.Title>{error.message}</Alert.Title>
              </Alert.Root>
            )}
            {isSearching && (
              <HStack color="fg.muted" textStyle="sm" aria-hidden>
                <Spinner size="sm" />
                <Text>Searching...</Text>
              </HStack>
            )}
            {isEmpty && !isSearching && !error && (
              <Box textAlign="center" py="2">
                <Text fontWeight="semibold">No results found</Text>
                <Text textStyle="sm" color="fg.muted">
                  Try different search terms
                </Text>
              </Box>
            )}
            <Listbox.Content asChild aria-label={title} aria-labelledby={undefined}>
              <List>
                {groups
                  .filter((group) => group.items.length > 0)
                  .map((group) => (
                    <Listbox.ItemGroup key={group.title} id={group.title}>
                      <Listbox.ItemGroupLabel asChild>
                        <Text px="3" pt="2" pb="1" textStyle="detail" fontWeight="semibold">
                          {group.title}
                        </Text>
                      </Listbox.ItemGroupLabel>
                      {group.items.map((item) => (
                        <Line key={item.id} item={item} typed={text} />
                      ))}
                    </Listbox.ItemGroup>
                  ))}
              </List>
            </Listbox.Content>
          </Flex>
        </Listbox.Root>
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
  <Listbox.Item item={item} highlightOnHover>
    <FoundLine found={item} typed={typed} />
    {item.keys && (
      <Kbd size="sm" hideBelow="md" aria-hidden>
        {item.keys}
      </Kbd>
    )}
  </Listbox.Item>
);
