import { Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from '../components/loading/after-a-moment.tsx';

/** The tabs of one's own account with their first cards, until the session or the code is there. */
export const AccountSkeleton = ({ label }: { label: string }) => (
  <AfterAMoment label={label}>
    <Stack gap="4">
      <Skeleton h="10" maxW="20rem" />
      <Skeleton h="12rem" borderRadius="l3" />
      <Skeleton h="12rem" borderRadius="l3" />
    </Stack>
  </AfterAMoment>
);
