import { Skeleton, Stack } from '@chakra-ui/react';
import { AfterAMoment } from './after-a-moment.tsx';

interface SkeletonRowsProps {
  label: string;
  rows: number;
  /** The height of the final rows. */
  height: string;
}

export const SkeletonRows = ({ label, rows, height }: SkeletonRowsProps) => (
  <AfterAMoment label={label}>
    <Stack gap="3">
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other key
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  </AfterAMoment>
);
