import { Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from './after-a-moment.tsx';

const ROWS = ['opening', 'first', 'second', 'third', 'fourth', 'fifth', 'closing'];

/** Takes the room of a statement: the amount owed, its ages and the lines, all below the choice of the period. */
export const StatementSkeleton = ({ hasPeriod = false }: { hasPeriod?: boolean }) => (
  <AfterAMoment label="Loading the statement">
    <Stack gap="5">
      {hasPeriod && <Skeleton height={{ base: '7.875rem', sm: '4.125rem' }} maxW={{ sm: '15rem' }} />}
      <Stack gap="3">
        <Skeleton height="1.875rem" maxW="18rem" />
        <Skeleton height={{ base: '9.875rem', sm: '6.625rem', lg: '3.375rem' }} borderRadius="l3" />
      </Stack>
      <Stack gap="1px" pt="9">
        {ROWS.map((row) => (
          <Skeleton key={row} height={{ base: '3.5rem', md: '2.25rem' }} borderRadius="0" />
        ))}
      </Stack>
    </Stack>
  </AfterAMoment>
);
