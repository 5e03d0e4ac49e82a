import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Job, JobState } from '#shared/contract/jobs.ts';
import { api } from '../../lib/api.ts';
import { showError, toast } from '../../lib/toast.ts';

/** The jobs of one state, or all. */
export type ShownState = JobState | 'all';

const JOBS_KEY = ['jobs'] as const;

export const jobListQuery = (state: ShownState) =>
  queryOptions({
    queryKey: [...JOBS_KEY, 'list', state],
    queryFn: ({ signal }) => api.jobs.list({ query: state === 'all' ? {} : { state }, signal }),
    placeholderData: keepPreviousData,
  });

/** Starts a job again. A refusal says that the list is out of date. */
export const useRetryJob = (job: Job, onRetried: () => void) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.jobs.retry({ params: { id: job.id } }),
    onSuccess: () => {
      toast({ title: 'Job started again', description: job.about.text, tone: 'success' });
      onRetried();
    },
    onError: showError('Error starting the job'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: JOBS_KEY }),
  });
};
