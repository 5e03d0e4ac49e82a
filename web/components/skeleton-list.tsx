import { Box, Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from './after-a-moment.tsx';

interface SkeletonListProps {
  label: string;
  count: number;
  /** As high as the cards of a phone and as the rows of a table are in the end. */
  cardHeight: string;
  rowHeight: string;
  /** From which width on there are rows. */
  rowsFrom?: 'md' | 'xl';
}

/** Stands where RowsOrCards will stand, and takes the room that its items will take. */
export const SkeletonList = ({ label, count, cardHeight, rowHeight, rowsFrom = 'md' }: SkeletonListProps) => (
  <AfterAMoment label={label}>
    <Stack gap={{ base: '2', [rowsFrom]: '0' }} pt={{ [rowsFrom]: '9' }}>
      {Array.from({ length: count }, (_, item) => (
        <Box
          // biome-ignore lint/suspicious/noArrayIndexKey: items without content have no other key
          key={item}
          height={{ base: cardHeight, [rowsFrom]: rowHeight }}
          p={{ base: '4', [rowsFrom]: '3' }}
          borderWidth={{ base: '1px', [rowsFrom]: '1px 0 0' }}
          borderRadius={{ base: 'l3', [rowsFrom]: '0' }}
        >
          <Skeleton height={{ base: '5', [rowsFrom]: '100%' }} width={{ base: '60%', [rowsFrom]: '100%' }} />
        </Box>
      ))}
    </Stack>
  </AfterAMoment>
);
