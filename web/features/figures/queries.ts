import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

const FIGURES_KEY = ['figures'] as const;

/** Other screens and other people change what the figures count, so each visit of the dashboard reads them again. */
const ALWAYS_STALE = { staleTime: 0 };

export const countFiguresQuery = queryOptions({
  ...ALWAYS_STALE,
  queryKey: [...FIGURES_KEY, 'counts'],
  queryFn: ({ signal }) => api.figures.counts({ signal }),
});

export const moneyFiguresQuery = queryOptions({
  ...ALWAYS_STALE,
  queryKey: [...FIGURES_KEY, 'money'],
  queryFn: ({ signal }) => api.figures.sums({ signal }),
});

export const monthFiguresQuery = queryOptions({
  ...ALWAYS_STALE,
  queryKey: [...FIGURES_KEY, 'months'],
  queryFn: ({ signal }) => api.figures.months({ signal }),
});
