import { Box, HStack, Link, Text } from '@chakra-ui/react';
import { Link as RouterLink } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { Job } from '#shared/contract/jobs.ts';
import { formatDuration } from '#shared/durations.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { RelativeTime } from '../../components/facts/relative-time.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { actionColumn, type Column } from '../../components/list/rows-or-cards.tsx';
import { JobStateBadge } from './job-state.tsx';
import { useRetryJob } from './mutations.ts';

interface JobProps {
  job: Job;
  /** In ms. */
  now: number;
  onRetried: () => void;
}

const About = ({ job: { kind, about } }: { job: Job }) => {
  const { user, text } = about;
  if (user === null) {
    return text;
  }

  return (
    <>
      <Link asChild variant="underline" display="inline">
        <RouterLink
          from="/admin"
          to="/admin"
          search={(shown) => ({ ...shown, client: user.id, tab: jobKinds[kind].clientTab })}
        >
          {text}
        </RouterLink>
      </Link>
      <Text textStyle="detail" mt="1.5">
        <Link asChild py="1" my="-1" variant="plain" color="inherit" _hover={{ textDecoration: 'underline' }}>
          <RouterLink
            from="/admin"
            to="/admin"
            search={(shown) => ({ ...shown, client: user.id, tab: undefined })}
          >
            <bdi>{nameOfClient(user) || 'Unknown'}</bdi> {user.OWNumber}
          </RouterLink>
        </Link>
      </Text>
    </>
  );
};

const tellTries = ({ attempts }: Job) => (attempts === 1 ? '1 try' : `${attempts} tries`);

/** A job that is over took this long, with all its waits. */
const tellDuration = ({ state, createdAt, updatedAt }: Job) =>
  state === 'queued' || state === 'running'
    ? ''
    : ` · took ${formatDuration(Date.parse(updatedAt) - Date.parse(createdAt))}`;

const canTryAgain = ({ state }: Job): boolean => state === 'failed' || state === 'cancelled';

const TryAgain = ({ job, onRetried }: Omit<JobProps, 'now'>) => {
  const retry = useRetryJob(job, onRetried);
  if (!canTryAgain(job)) {
    return null;
  }

  return (
    <BusyButton
      ms="auto"
      size="xs"
      variant="outline"
      isBusy={retry.isPending}
      aria-label={`Try again: ${jobKinds[job.kind].label}, ${job.about.text}`}
      onClick={() => retry.mutate()}
    >
      <RotateCcw /> Try again
    </BusyButton>
  );
};

/** The columns that these jobs fill. */
export const jobColumns = (jobs: readonly Job[], props: Omit<JobProps, 'job'>): readonly Column<Job>[] => {
  const errors: Column<Job> = { name: 'Why it failed', cell: ({ error }) => error };

  return [
    { name: 'Job', isNumber: true, cell: ({ kind }) => <strong>{jobKinds[kind].label}</strong> },
    { name: 'About', isNumber: true, cell: (job) => <About job={job} /> },
    {
      name: 'State',
      cell: (job) => (
        <>
          <JobStateBadge job={job} />
          {job.unsent && (
            <Text textStyle="detail" mt="1">
              {job.unsent}
            </Text>
          )}
          <Text textStyle="detail" mt="1" whiteSpace="nowrap">
            {tellTries(job)}
            {tellDuration(job)}
          </Text>
        </>
      ),
    },
    {
      name: 'Since',
      isNumber: true,
      cell: ({ updatedAt }) => <RelativeTime at={updatedAt} now={props.now} />,
    },
    ...(jobs.some(({ error }) => error !== null) ? [errors] : []),
    ...(jobs.some(canTryAgain) ? [actionColumn((job: Job) => <TryAgain job={job} {...props} />)] : []),
  ];
};

/** A job on a phone. */
export const JobCard = (props: JobProps) => {
  const { job, now } = props;

  return (
    <>
      <HStack justify="space-between">
        <Text fontWeight="semibold">{jobKinds[job.kind].label}</Text>
        <JobStateBadge job={job} />
      </HStack>
      <Box textStyle="sm">
        <About job={job} />
      </Box>
      {(job.error ?? job.unsent) && <Text textStyle="sm">{job.error ?? job.unsent}</Text>}
      <HStack justify="space-between" flexWrap="wrap">
        <Text textStyle="detail.number">
          <RelativeTime at={job.updatedAt} now={now} /> · {tellTries(job)}
          {tellDuration(job)}
        </Text>
        <TryAgain {...props} />
      </HStack>
    </>
  );
};
