import { HStack } from '@chakra-ui/react';
import { RotateCcw } from 'lucide-react';
import type { Job } from '#shared/contract/jobs.ts';
import { JOB_KINDS, type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { useRetryAllJobs } from './mutations.ts';

interface TryAllOfKindProps {
  kind: JobKind;
  onRetried: () => void;
}

const TryAllOfKind = ({ kind, onRetried }: TryAllOfKindProps) => {
  const retry = useRetryAllJobs(onRetried);

  return (
    <BusyButton size="sm" variant="outline" isBusy={retry.isPending} onClick={() => retry.mutate(kind)}>
      <RotateCcw /> Try all again: {jobKinds[kind].label}
    </BusyButton>
  );
};

/** A button for each kind with several failed jobs. A single failed job has its own button in its row. */
export const TryAllAgain = ({ jobs, onRetried }: { jobs: readonly Job[]; onRetried: () => void }) => {
  const countOf = (kind: JobKind) => jobs.filter((job) => job.kind === kind && job.state === 'failed').length;
  const kinds = JOB_KINDS.filter((kind) => countOf(kind) > 1);
  if (kinds.length === 0) {
    return null;
  }

  return (
    <HStack gap="2" mb="3" flexWrap="wrap" _print={{ display: 'none' }}>
      {kinds.map((kind) => (
        <TryAllOfKind key={kind} kind={kind} onRetried={onRetried} />
      ))}
    </HStack>
  );
};
