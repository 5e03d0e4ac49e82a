import { Card, HStack, Link, Table, Text } from '@chakra-ui/react';
import { Link as RouterLink } from '@tanstack/react-router';
import { RotateCcw } from 'lucide-react';
import type { Job } from '#shared/contract/jobs.ts';
import { formatDateTimeSeconds, formatDuration } from '#shared/dates.ts';
import { jobKinds } from '#shared/job-kinds.ts';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { JobStateBadge } from './job-state.tsx';
import { useRetryJob } from './mutations.ts';

/** The columns that the shown jobs fill. */
export interface JobColumns {
  hasErrors: boolean;
  hasActions: boolean;
}

interface JobProps {
  job: Job;
  onRetried: () => void;
}

const About = ({ job: { kind, about } }: { job: Job }) => {
  const { userId, text } = about;
  if (userId === null) {
    return text;
  }

  return (
    <Link asChild variant="underline">
      <RouterLink
        from="/admin"
        to="/admin"
        search={(shown) => ({ ...shown, client: userId, tab: jobKinds[kind].clientTab })}
      >
        {text}
      </RouterLink>
    </Link>
  );
};

const tellTries = ({ attempts }: Job) => (attempts === 1 ? '1 try' : `${attempts} tries`);

/** A job that is over took this long, with all its waits. */
const tellDuration = ({ state, createdAt, updatedAt }: Job) =>
  state === 'queued' || state === 'running'
    ? ''
    : ` · took ${formatDuration(Date.parse(updatedAt) - Date.parse(createdAt))}`;

export const canTryAgain = ({ state }: Job): boolean => state === 'failed' || state === 'cancelled';

const TryAgain = ({ job, onRetried }: JobProps) => {
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

export const JobRow = (props: JobProps & { columns: JobColumns }) => {
  const { job, columns } = props;

  return (
    <Table.Row verticalAlign="top">
      <Table.Cell fontWeight="semibold" whiteSpace="nowrap">
        {jobKinds[job.kind].label}
      </Table.Cell>
      <Table.Cell whiteSpace="nowrap">
        <About job={job} />
      </Table.Cell>
      <Table.Cell>
        <JobStateBadge state={job.state} />
        <Text textStyle="detail" mt="1" whiteSpace="nowrap">
          {tellTries(job)}
          {tellDuration(job)}
        </Text>
      </Table.Cell>
      <Table.Cell textStyle="number" whiteSpace="nowrap">
        {formatDateTimeSeconds(job.updatedAt)}
      </Table.Cell>
      {columns.hasErrors && <Table.Cell>{job.error}</Table.Cell>}
      {columns.hasActions && (
        <Table.Cell textAlign="end" _print={{ display: 'none' }}>
          <TryAgain {...props} />
        </Table.Cell>
      )}
    </Table.Row>
  );
};

/** A job on a phone. */
export const JobCard = (props: JobProps) => {
  const { job } = props;

  return (
    <Card.Root as="li" size="sm" variant="outline">
      <Card.Body gap="2">
        <HStack justify="space-between">
          <Text fontWeight="semibold">{jobKinds[job.kind].label}</Text>
          <JobStateBadge state={job.state} />
        </HStack>
        <Text textStyle="sm">
          <About job={job} />
        </Text>
        {job.error && <Text textStyle="sm">{job.error}</Text>}
        <HStack justify="space-between" flexWrap="wrap">
          <Text textStyle="detail.number">
            Since {formatDateTimeSeconds(job.updatedAt)} · {tellTries(job)}
            {tellDuration(job)}
          </Text>
          <TryAgain {...props} />
        </HStack>
      </Card.Body>
    </Card.Root>
  );
};
