import { useMutation } from '@tanstack/react-query';
import type { Job } from '#shared/contract/jobs.ts';
import { JOBS_RETRIED_MAX } from '#shared/contract/limits.ts';
import { type JobKind, jobKinds } from '#shared/job-kinds.ts';
import { formatCount } from '#shared/numbers.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';

/** Starts a job again. */
export const useRetryJob = (job: Job, onRetried: () => void) =>
  useMutation({
    mutationFn: () => api.jobs.retry({ params: { id: job.id } }),
    onSuccess: () => {
      toast({ title: 'Job started again', description: job.about.text, tone: 'success' });
      onRetried();
    },
    onError: showError('Error starting the job'),
  });

const tellStarted = (kind: JobKind, started: number): void => {
  const { label } = jobKinds[kind];
  if (started === 0) {
    toast({ title: 'No job to start again', description: `${label}: none has failed any more.` });
    return;
  }

  toast({
    title: started === 1 ? '1 job started again' : `${formatCount(started)} jobs started again`,
    description: `${label}: ${
      started === JOBS_RETRIED_MAX
        ? 'these begin within a minute. Press again for the rest.'
        : 'all begin within a minute.'
    }`,
    tone: 'success',
  });
};

/** Starts all failed jobs of a kind again. */
export const useRetryAllJobs = (onRetried?: () => void) =>
  useMutation({
    mutationFn: (kind: JobKind) => api.jobs['retry-all']({ body: { kind } }),
    onSuccess: ({ started }, kind) => {
      tellStarted(kind, started);
      onRetried?.();
    },
    onError: showError('Error starting the jobs'),
  });
