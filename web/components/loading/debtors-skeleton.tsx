import { Skeleton, Stack } from '@chakra-ui/react';
import { SkeletonList } from './skeleton-list.tsx';

/** Takes the room of the debtors: the sums by age, the order and the list. */
export const DebtorsSkeleton = () => (
  <Stack gap="4">
    <Skeleton height={{ base: '5.6875rem', sm: '6.625rem', lg: '3.375rem' }} borderRadius="l3" />
    <Skeleton height="9" maxW="14rem" borderRadius="l2" />
    <SkeletonList label="Loading debtors" count={5} cardHeight="7.5rem" rowHeight="3.5rem" rowsFrom="xl" />
  </Stack>
);
