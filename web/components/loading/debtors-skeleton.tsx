import { Skeleton, Stack } from '@chakra-ui/react';
import { SkeletonList } from './skeleton-list.tsx';

/** Takes the room of the debtors: the sums by age, the order and the list. */
export const DebtorsSkeleton = () => (
  <Stack gap={{ base: '2', md: '3' }}>
    <Skeleton height={{ base: '2.875rem', sm: '3.375rem' }} borderRadius="l3" />
    <Skeleton height={{ base: '11', md: '9' }} maxW={{ base: '6rem', md: 'none' }} borderRadius="l2" />
    <SkeletonList label="Loading debtors" count={5} cardHeight="7.5rem" rowHeight="3.5rem" rowsFrom="xl" />
  </Stack>
);
