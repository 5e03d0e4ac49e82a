import { Skeleton, Stack, Text } from '@chakra-ui/react';
import { AfterAMoment } from './after-a-moment.tsx';

interface SkeletonRowsProps {
  label: string;
  rows: number;
  /** The height of the final rows. */
  height: string;
  /** True if the label is also visible on the screen. */
  isLabelShown?: boolean;
}

export const SkeletonRows = ({ label, rows, height, isLabelShown }: SkeletonRowsProps) => (
  <AfterAMoment label={label}>
    <Stack gap="3">
      {isLabelShown && (
        <Text textStyle="sm" color="fg.muted">
          {label}
        </Text>
      )}
      {Array.from({ length: rows }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other key
        <Skeleton key={row} height={height} />
      ))}
    </Stack>
  </AfterAMoment>
);
