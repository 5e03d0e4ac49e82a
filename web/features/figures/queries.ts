import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { FIGURES_KEY } from '../../lib/client-key.ts';

export const countFiguresQuery = queryOptions({
  queryKey: [...FIGURES_KEY, 'counts'],
  queryFn: ({ signal }) => api.figures.counts({ signal }),
});

export const moneyFiguresQuery = queryOptions({
  queryKey: [...FIGURES_KEY, 'money'],
  queryFn: ({ signal }) => api.figures.money({ signal }),
});

export const monthFiguresQuery = queryOptions({
  queryKey: [...FIGURES_KEY, 'months'],
  queryFn: ({ signal }) => api.figures.months({ signal }),
});
