import { Box, Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from './after-a-moment.tsx';

interface SkeletonListProps {
  label: string;
  count: number;
  /** The final height of the cards on a phone and of the rows of a table. */
  cardHeight: string;
  rowHeight: string;
  /** The smallest width at which there are rows. */
  rowsFrom?: 'md' | 'xl';
}

/** A placeholder for RowsOrCards that takes the room of its items. */
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
