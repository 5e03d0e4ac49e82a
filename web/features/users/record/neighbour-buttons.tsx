import { HStack, IconButton, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import { formatCount } from '#shared/numbers.ts';
import { useActKeys } from '../../../lib/acts/act-keys.ts';
import type { Neighbours } from '../../../lib/address/neighbours.ts';
import { NEIGHBOUR_ACTS } from './neighbour-acts.ts';
import { isRecordOnTop } from './record-keys.ts';

interface NeighbourButtonProps {
  act: (typeof NEIGHBOUR_ACTS)['next' | 'previous'];
  isEnd: boolean;
  onPress: () => void;
}

/** Stays focusable at an end of the list, so that the focus is not lost there. */
const NeighbourButton = ({ act: { label, keys, icon: Icon }, isEnd, onPress }: NeighbourButtonProps) => (
  <IconButton
    size="xs"
    variant="ghost"
    aria-label={label}
    aria-keyshortcuts={keys}
    aria-disabled={isEnd}
    title={isEnd ? `${label} (this is the end of the list)` : `${label} (${keys})`}
    opacity={isEnd ? 0.4 : 1}
    onClick={onPress}
  >
    <Icon />
  </IconButton>
);

/** Goes to the previous or next client of the list under the record, by button or by K and J. */
export const NeighbourButtons = ({ neighbours }: { neighbours: Neighbours }) => {
  const { client, position, total, previous, next } = neighbours;
  const place =
    position === undefined
      ? `${formatCount(total)} left`
      : `${formatCount(position)} of ${formatCount(total)}`;
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

  useActKeys(
    [
      { ...NEIGHBOUR_ACTS.previous, neighbour: previous },
      { ...NEIGHBOUR_ACTS.next, neighbour: next },
    ],
    ({ neighbour }) => goTo(neighbour),
    isRecordOnTop,
  );

  return (
    <HStack gap="0.5" flexShrink="0">
      <NeighbourButton act={NEIGHBOUR_ACTS.previous} isEnd={!previous} onPress={() => goTo(previous)} />
      {/* A phone has room for the acts or for the place. */}
      <Text textStyle="detail.number" whiteSpace="nowrap" hideBelow="md" aria-hidden>
        {place}
      </Text>
      <Text srOnly role="status">
        {client.name}, {place}
      </Text>
      <NeighbourButton act={NEIGHBOUR_ACTS.next} isEnd={!next} onPress={() => goTo(next)} />
    </HStack>
  );
};
