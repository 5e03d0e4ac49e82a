import { HStack, IconButton, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { formatCount } from '#shared/numbers.ts';
import { fullName } from '../../lib/full-name.ts';
import type { Neighbours } from './use-neighbours.ts';

const DIALOGS = '[role=dialog], [role=alertdialog]';
const NOT_FOR_KEYS =
  'input, textarea, select, [contenteditable], [role=menu], [role=listbox], [role=menu] *, [role=listbox] *';

/** True if a single key may act: nobody types, and no other dialog lies over the record. */
const isFree = ({ target, ctrlKey, metaKey, altKey, isComposing, defaultPrevented }: KeyboardEvent) =>
  !(ctrlKey || metaKey || altKey || isComposing || defaultPrevented) &&
  !(target instanceof Element && target.matches(NOT_FOR_KEYS)) &&
  document.querySelectorAll(DIALOGS).length === 1;

interface NeighbourButtonProps {
  label: string;
  keyName: string;
  isEnd: boolean;
  onPress: () => void;
  icon: typeof ChevronLeft;
}

/** Stays focusable at an end of the list, so that the focus is not lost there. */
const NeighbourButton = ({ label, keyName, isEnd, onPress, icon: Icon }: NeighbourButtonProps) => (
  <IconButton
    size="xs"
    variant="ghost"
    aria-label={label}
    aria-keyshortcuts={keyName}
    aria-disabled={isEnd}
    title={isEnd ? `${label} (this is the end of the list)` : `${label} (${keyName})`}
    opacity={isEnd ? 0.4 : 1}
    onClick={onPress}
  >
    <Icon />
  </IconButton>
);

/** Goes to the previous or next client of the list under the record, by button or by K and J. */
export const NeighbourButtons = ({ neighbours }: { neighbours: Neighbours }) => {
  const { row, position, total, previous, next } = neighbours;
  const navigate = useNavigate({ from: '/admin' });
  const goTo = (neighbour: Neighbours['next']) => {
    if (neighbour) {
      void navigate({
        to: '/admin',
        search: (shown) => ({
          ...shown,
          client: neighbour.userId,
          page: neighbour.page === 1 ? undefined : neighbour.page,
          new: undefined,
        }),
        replace: true,
      });
    }
  };

  const pressKey = useEffectEvent((event: KeyboardEvent) => {
    const key = event.key.toLowerCase();
    if ((key === 'j' || key === 'k') && isFree(event)) {
      event.preventDefault();
      goTo(key === 'j' ? next : previous);
    }
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => pressKey(event);
    document.addEventListener('keydown', listen);

    return () => document.removeEventListener('keydown', listen);
  }, []);

  return (
    <HStack gap="0.5" flexShrink="0">
      <NeighbourButton
        label="Previous client"
        keyName="K"
        icon={ChevronLeft}
        isEnd={!previous}
        onPress={() => goTo(previous)}
      />
      <Text textStyle="detail.number" whiteSpace="nowrap" aria-hidden>
        {formatCount(position)} of {formatCount(total)}
      </Text>
      <Text srOnly role="status">
        {fullName(row)}, {formatCount(position)} of {formatCount(total)}
      </Text>
      <NeighbourButton
        label="Next client"
        keyName="J"
        icon={ChevronRight}
        isEnd={!next}
        onPress={() => goTo(next)}
      />
    </HStack>
  );
};
