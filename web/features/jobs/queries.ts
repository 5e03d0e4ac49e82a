import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { JobState } from '#shared/contract/jobs.ts';
import { api } from '../../lib/reads/api.ts';

/** The jobs of one state, or all. */
export type ShownState = JobState | 'all';

export const jobListQuery = (state: ShownState) =>
  queryOptions({
    queryKey: ['jobs', 'list', state],
    queryFn: ({ signal }) => api.jobs.list({ query: state === 'all' ? {} : { state }, signal }),
    placeholderData: keepPreviousData,
  });
