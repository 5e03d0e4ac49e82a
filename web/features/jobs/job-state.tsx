import { Badge } from '@chakra-ui/react';
import type { Job, JobState } from '#shared/contract/jobs.ts';

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

/** A completed job whose mail was not sent does not look like one that was. */
export const JobStateBadge = ({ job: { state, unsent } }: { job: Pick<Job, 'state' | 'unsent'> }) => (
  <Badge size="sm" colorPalette={unsent === null ? COLORS[state] : 'orange'}>
    {unsent === null ? STATE_LABELS[state] : 'Not sent'}
  </Badge>
);
