import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { LINE_ITEMS_MAX } from '#shared/contract/invoices.ts';
import type { Service } from '#shared/contract/services.ts';
import { formatAmount } from '#shared/money.ts';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { isBlank, type TypedLine } from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';
import { type OfferedLine, offerLines } from './offered-lines.ts';

/** The client's services, which the screen has read from their area. */
export type OfferedServices = Pick<UseQueryResult<Service[]>, 'data' | 'error' | 'refetch'>;

interface OfferedServicesProps {
  services: OfferedServices;
  control: FormControl;
  onAdd: (lines: OfferedLine[]) => void;
}

/** Returns the offers that are not among the lines yet. Two services of the same name need two lines. */
const leftOf = (offers: readonly OfferedLine[], typed: readonly TypedLine[]): OfferedLine[] => {
  const there = typed.map(({ description }) => description);

  return offers.filter(({ description }) => {
    const index = there.indexOf(description);
    if (index >= 0) {
      there.splice(index, 1);
    }

    return index < 0;
  });
};

interface AddAllProps {
  left: readonly OfferedLine[];
  /** The number of lines that the invoice can still hold. */
  room: number;
  onAdd: (lines: OfferedLine[]) => void;
}

/** Adds as many lines as there is room for, and says so if some do not fit. */
const AddAll = ({ left, room, onAdd }: AddAllProps) => (
  <HStack justify="flex-end" flexWrap="wrap">
    {left.length > room && (
      <Text textStyle="sm" color="fg.muted" aria-live="polite">
        An invoice holds at most {LINE_ITEMS_MAX} line items: {room} of these {left.length} services{' '}
        {room === 1 ? 'has' : 'have'} room.
      </Text>
    )}
    <Button
      size="xs"
      variant="outline"
      disabled={left.length === 0 || room === 0}
      onClick={() => onAdd(left.slice(0, room))}
    >
      <Plus /> Add all
    </Button>
  </HStack>
);

/** The services that the client pays monthly, to be added one by one or all at once. */
export const OfferedServicesList = ({ services, control, onAdd }: OfferedServicesProps) => {
  const typed = useWatch({ control, name: 'lineItems' });
  if (services.error) {
    return (
      <LoadError
        title="Error loading services. Please try again."
        error={services.error}
        onRetry={services.refetch}
      />
    );
  }
  if (!services.data) {
    return <SkeletonRows label="Loading services..." rows={2} height="8" />;
  }

  const offers = offerLines(services.data, new Date());
  const left = leftOf(offers, typed);
  const room = LINE_ITEMS_MAX - typed.filter((line) => !isBlank(line)).length;
  const isThere = (offer: OfferedLine) => !left.includes(offer);
  if (offers.length === 0) {
    return (
      <Text textStyle="sm" color="fg.muted">
        This client has no active service with a price.
      </Text>
    );
  }

  return (
    <Stack gap="2">
      <Stack as="ul" listStyleType="none" gap="1" aria-label="Active services">
        {offers.map((offer) => (
          <HStack as="li" key={offer.id} justify="space-between" align="start">
            <Box textStyle="sm" minW="0" overflowWrap="anywhere" py="1">
              <bdi>{offer.description}</bdi>, {formatAmount(offer.amount)}
            </Box>
            <Button
              size="xs"
              variant="ghost"
              aria-label={`Add ${offer.description}`}
              disabled={isThere(offer) || room === 0}
              onClick={() => onAdd([offer])}
            >
              {isThere(offer) ? <Check /> : <Plus />}
              {isThere(offer) ? 'Added' : 'Add'}
            </Button>
          </HStack>
        ))}
      </Stack>
      {offers.length > 1 && <AddAll left={left} room={room} onAdd={onAdd} />}
    </Stack>
  );
};
