import { Box, Button, HStack, Stack, Text } from '@chakra-ui/react';
import type { UseQueryResult } from '@tanstack/react-query';
import { Check, Plus } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import type { Service } from '#shared/contract/services.ts';
import { formatAmount } from '#shared/money.ts';
import { LoadError } from '../../components/load-error.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import type { TypedLine } from './invoice-items.ts';
import type { FormControl } from './invoice-lines.tsx';
import { type OfferedLine, offerLines } from './offered-lines.ts';

/** The client's services, as the screen that knows them has read them. */
export type OfferedServices = Pick<UseQueryResult<Service[]>, 'data' | 'error' | 'refetch'>;

interface OfferedServicesProps {
  services: OfferedServices;
  control: FormControl;
  onAdd: (lines: OfferedLine[]) => void;
}

/** What no line says yet. Two services of one name need two lines. */
const leftOf = (offers: readonly OfferedLine[], typed: readonly TypedLine[]): OfferedLine[] => {
  const there = typed.map(({ description }) => description);

  return offers.filter(({ description }) => {
    const index = there.indexOf(description);
    if (index >= 0) there.splice(index, 1);

    return index < 0;
  });
};

/** What the client pays for each month, to be added one by one or all at once. */
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
  if (!services.data) return <SkeletonRows label="Loading services..." rows={2} height="8" />;

  const offers = offerLines(services.data, new Date());
  const left = leftOf(offers, typed);
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
              disabled={isThere(offer)}
              onClick={() => onAdd([offer])}
            >
              {isThere(offer) ? <Check /> : <Plus />}
              {isThere(offer) ? 'Added' : 'Add'}
            </Button>
          </HStack>
        ))}
      </Stack>
      {offers.length > 1 && (
        <Button
          size="xs"
          variant="outline"
          alignSelf="end"
          disabled={left.length === 0}
          onClick={() => onAdd(left)}
        >
          <Plus /> Add all
        </Button>
      )}
    </Stack>
  );
};
