import { Box, Flex, HStack, Skeleton, Stack } from '@chakra-ui/react';
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

/** The parts of a row that its columns take; the last is an amount or an action. */
const COLUMNS = ['24%', '12%', '16%', '10%'];

const Bars = () =>
  COLUMNS.map((width) => (
    <Skeleton key={width} height="3.5" width={width} _last={{ marginInlineStart: 'auto' }} />
  ));

const Card = () => (
  <Stack gap="2.5">
    <HStack justify="space-between">
      <Skeleton height="4" width="45%" />
      <Skeleton height="4" width="20%" />
    </HStack>
    <Skeleton height="3" width="65%" />
  </Stack>
);

/** A placeholder for RowsOrCards: its header and rows, or its cards, without their text. */
export const SkeletonList = ({ label, count, cardHeight, rowHeight, rowsFrom = 'md' }: SkeletonListProps) => {
  const items = Array.from({ length: count }, (_, item) => item);

  return (
    <AfterAMoment label={label}>
      <Box hideBelow={rowsFrom} borderRadius="l3" boxShadow="inset 0 0 0 1px {colors.border}" bg="bg.panel">
        <Box height="9" bg="bg.subtle" borderTopRadius="l3" boxShadow="inset 0 0 0 1px {colors.border}" />
        {items.map((item) => (
          <Flex
            key={item}
            align="center"
            gap="4"
            px="4"
            height={rowHeight}
            borderTopWidth={item > 0 ? '1px' : '0'}
          >
            <Bars />
          </Flex>
        ))}
      </Box>
      <Stack hideFrom={rowsFrom} gap="2">
        {items.map((item) => (
          <Box key={item} height={cardHeight} p="4" bg="bg.panel" borderWidth="1px" borderRadius="l3">
            <Card />
          </Box>
        ))}
      </Stack>
    </AfterAMoment>
  );
};
