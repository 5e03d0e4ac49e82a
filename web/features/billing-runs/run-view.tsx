import { Stack, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { SearchX } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { RunState } from '#shared/billing/run-words.ts';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { ApiError } from '../../lib/reads/api-error.ts';
import { defaultView, readView } from './line-views.ts';
import { RunLines } from './lines/run-lines.tsx';
import { useReadsAfterRun } from './mutations.ts';
import { billingRunQuery } from './queries.ts';
import { RunHead } from './run-head.tsx';
import { countInvoices } from './run-texts.ts';

/** What the live region says when the job of a run has ended. */
const ENDS: Partial<Record<RunState, string>> = {
  stopped: 'The run has stopped',
  done: 'The run is done',
};

interface RunViewProps {
  runId: number;
  /** The view of its lines as the address says it. */
  lines: string | undefined;
  search: string | undefined;
  page: number;
  onSearch: (search: string | undefined) => void;
}

/** A billing run: its draft, its progress and its lines. */
export const RunView = ({ runId, lines, search, page, onSearch }: RunViewProps) => {
  const { data: run, error, refetch } = useQuery(billingRunQuery(runId));
  const readsAfterRun = useReadsAfterRun();
  const [said, setSaid] = useState('');
  const [wasRunning, setWasRunning] = useState(false);
  const isRunning = run?.state === 'running';
  if (isRunning && !wasRunning) {
    setWasRunning(true);
  }

  const onEnd = useEffectEvent(() => {
    const words = run && ENDS[run.state];
    if (wasRunning && run && words) {
      setWasRunning(false);
      setSaid(`${words}: ${countInvoices(run.issued)} issued.`);
      readsAfterRun();
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end of the job is a change of this.
  useEffect(() => onEnd(), [isRunning]);

  if (!run) {
    if (error instanceof ApiError && error.status === 404) {
      return (
        <EmptyNote icon={SearchX} title="There is no such run">
          The draft was thrown away, or the link is wrong.
        </EmptyNote>
      );
    }

    return error ? (
      <LoadError title="The run could not be read" error={error} onRetry={refetch} />
    ) : (
      <SkeletonRows label="Loading the run" rows={6} height="14" />
    );
  }

  return (
    <Stack gap="4">
      {error && <LoadError title="The run could not be read again" error={error} onRetry={refetch} />}
      <RunHead key={run.state === 'draft' ? 'draft' : 'started'} run={run} />
      <VisuallyHidden role="status">{said}</VisuallyHidden>
      <RunLines
        run={run}
        view={readView(lines) ?? defaultView(run.state)}
        search={search}
        page={page}
        onSearch={onSearch}
      />
    </Stack>
  );
};
