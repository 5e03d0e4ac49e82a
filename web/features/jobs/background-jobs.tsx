import { Box, Button, Card, HStack, Stack, Table, Text, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ListTodo } from 'lucide-react';
import { useRef } from 'react';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { JOBS_MAX } from '#shared/contract/limits.ts';
import { formatCount } from '#shared/numbers.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { type Choice, FilterSelect } from '../../components/list/filter-select.tsx';
import { RowsOrCards } from '../../components/list/rows-by-hand.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { useNow } from '../../lib/use-now.ts';
import { canTryAgain, JobCard, JobRow } from './job-row.tsx';
import { STATE_LABELS } from './job-state.tsx';
import { jobListQuery, type ShownState } from './queries.ts';
import { TryAllAgain } from './try-all-again.tsx';

interface BackgroundJobsProps {
  state: ShownState;
  onStateChange: (state: ShownState) => void;
}

const CHOICES: readonly Choice<ShownState>[] = [
  ...(Object.keys(STATE_LABELS) as JobState[]).map((state) => [STATE_LABELS[state], state] as const),
  ['All', 'all'],
];

const NoJobs = ({ state, onShowAll }: { state: ShownState; onShowAll: () => void }) => {
  const showAll = (
    <Button size="sm" variant="outline" onClick={onShowAll}>
      Show all jobs
    </Button>
  );

  return (
    <Card.Root variant="outline">
      {state === 'failed' && (
        <EmptyNote icon={CircleCheck} title="No failed jobs" action={showAll}>
          All is well: nothing waits for you here.
        </EmptyNote>
      )}
      {state === 'all' && (
        <EmptyNote icon={ListTodo} title="No jobs yet">
          The PDF of each new invoice appears here.
        </EmptyNote>
      )}
      {state !== 'failed' && state !== 'all' && (
        <EmptyNote icon={ListTodo} title={`No ${STATE_LABELS[state].toLowerCase()} jobs`} action={showAll} />
      )}
    </Card.Root>
  );
};

const JobList = ({ jobs, onRetried }: { jobs: readonly Job[]; onRetried: () => void }) => {
  const now = useNow();
  const columns = { hasErrors: jobs.some(({ error }) => error !== null), hasActions: jobs.some(canTryAgain) };

  return (
    <RowsOrCards
      items={jobs}
      rowsFrom="xl"
      hasActions={columns.hasActions}
      headers={
        <>
          <Table.ColumnHeader>Job</Table.ColumnHeader>
          <Table.ColumnHeader>About</Table.ColumnHeader>
          <Table.ColumnHeader>State</Table.ColumnHeader>
          <Table.ColumnHeader>Since</Table.ColumnHeader>
          {columns.hasErrors && <Table.ColumnHeader>Why it failed</Table.ColumnHeader>}
        </>
      }
      renderRow={(job) => <JobRow key={job.id} job={job} now={now} columns={columns} onRetried={onRetried} />}
      renderCard={(job) => <JobCard key={job.id} job={job} now={now} onRetried={onRetried} />}
    />
  );
};

/** The newest jobs of a state, by default the failed ones. The caller holds the state. */
export const BackgroundJobs = ({ state, onStateChange }: BackgroundJobsProps) => {
  const { data: jobs, error, isFetching, isPlaceholderData, refetch } = useQuery(jobListQuery(state));
  const list = useRef<HTMLDivElement>(null);
  // The row of a restarted job leaves the list with its button, which had the focus.
  const focusList = () => list.current?.focus();

  return (
    <Stack gap="4">
      <HStack gap="2" flexWrap="wrap" role="search" aria-label="Jobs">
        <FilterSelect
          label="State"
          choices={CHOICES}
          value={state}
          onChange={(chosen) => onStateChange(chosen ?? 'failed')}
        />
        <BusyButton
          ms="auto"
          size="sm"
          variant="outline"
          isBusy={isFetching && jobs !== undefined}
          onClick={() => refetch()}
        >
          Refresh
        </BusyButton>
      </HStack>
      <VisuallyHidden aria-live="polite">
        {jobs && !isPlaceholderData && `${formatCount(jobs.length)} jobs are shown`}
      </VisuallyHidden>

      {error && <LoadError title="Failed to fetch jobs" error={error} onRetry={refetch} />}
      {!jobs && !error && (
        <SkeletonList
          label="Loading jobs"
          count={5}
          cardHeight="8.25rem"
          rowHeight="3.6875rem"
          rowsFrom="xl"
        />
      )}
      {jobs && (
        <Box
          ref={list}
          tabIndex={-1}
          outline="none"
          role="region"
          aria-label="Background jobs"
          aria-busy={isPlaceholderData}
          opacity={isPlaceholderData ? 0.6 : 1}
          transition="opacity 0.15s 0.2s"
        >
          {state === 'failed' && <TryAllAgain jobs={jobs} onRetried={focusList} />}
          {jobs.length > 0 ? (
            <JobList jobs={jobs} onRetried={focusList} />
          ) : (
            <NoJobs state={state} onShowAll={() => onStateChange('all')} />
          )}
          {jobs.length === JOBS_MAX && (
            <Text mt="2" textStyle="sm" color="fg.muted">
              These are the newest {JOBS_MAX}.
            </Text>
          )}
        </Box>
      )}
    </Stack>
  );
};
