import { Box, Button, HStack, Stack, Text, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, ListTodo } from 'lucide-react';
import { useRef } from 'react';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { JOBS_MAX } from '#shared/contract/limits.ts';
import { formatCount } from '#shared/numbers.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { type Choice, FilterSelect } from '../../components/list/filter-select.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { useNow } from '../../lib/browser/use-now.ts';
import { JobCard, jobColumns } from './job-row.tsx';
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

  if (state === 'failed') {
    return (
      <EmptyNote icon={CircleCheck} title="No failed jobs" action={showAll}>
        All is well: nothing waits for you here.
      </EmptyNote>
    );
  }

  return state === 'all' ? (
    <EmptyNote icon={ListTodo} title="No jobs yet">
      The PDF of each new invoice appears here.
    </EmptyNote>
  ) : (
    <EmptyNote icon={ListTodo} title={`No ${STATE_LABELS[state].toLowerCase()} jobs`} action={showAll} />
  );
};

const JobList = ({ jobs, onRetried }: { jobs: readonly Job[]; onRetried: () => void }) => {
  const now = useNow();

  return (
    <RowsOrCards
      items={jobs}
      keyOf={({ id }) => id}
      columns={jobColumns(jobs, { now, onRetried })}
      card={(job) => <JobCard job={job} now={now} onRetried={onRetried} />}
      rowsFrom="xl"
      isTopAligned
    />
  );
};

/** The newest jobs of a state, by default the failed ones. The caller holds the state. */
export const BackgroundJobs = ({ state, onStateChange }: BackgroundJobsProps) => {
  const read = useQuery(jobListQuery(state));
  const { data: jobs, isFetching, isPlaceholderData, refetch } = read;
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

      <Box ref={list} tabIndex={-1} outline="none" role="region" aria-label="Background jobs">
        {jobs && state === 'failed' && <TryAllAgain jobs={jobs} onRetried={focusList} />}
        <ReadList
          read={read}
          items={jobs}
          failed="Failed to fetch jobs"
          waiting={
            <SkeletonList
              label="Loading jobs"
              count={5}
              cardHeight="8.25rem"
              rowHeight="3.6875rem"
              rowsFrom="xl"
            />
          }
          empty={<NoJobs state={state} onShowAll={() => onStateChange('all')} />}
        >
          {(items) => <JobList jobs={items} onRetried={focusList} />}
        </ReadList>
        {jobs?.length === JOBS_MAX && (
          <Text mt="2" textStyle="sm" color="fg.muted">
            These are the newest {JOBS_MAX}.
          </Text>
        )}
      </Box>
    </Stack>
  );
};
