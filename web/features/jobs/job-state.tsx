import { Badge } from '@chakra-ui/react';
import type { JobState } from '#shared/contract/jobs.ts';

/** The states that need attention come first. */
export const STATE_LABELS: Record<JobState, string> = {
  failed: 'Failed',
  queued: 'Queued',
  running: 'Running',
  completed: 'Completed',
  cancelled: 'Cancelled',
};

const COLORS: Record<JobState, string> = {
  failed: 'red',
  queued: 'gray',
  running: 'brand',
  completed: 'green',
  cancelled: 'gray',
};

export const JobStateBadge = ({ state }: { state: JobState }) => (
  <Badge size="sm" colorPalette={COLORS[state]}>
    {STATE_LABELS[state]}
  </Badge>
);
