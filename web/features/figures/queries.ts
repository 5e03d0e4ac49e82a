import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

export const countFiguresQuery = queryOptions({
  queryKey: ['figures', 'counts'],
  queryFn: ({ signal }) => api.figures.counts({ signal }),
});

export const moneyFiguresQuery = queryOptions({
  queryKey: ['figures', 'money'],
  queryFn: ({ signal }) => api.figures.money({ signal }),
});

export const monthFiguresQuery = queryOptions({
  queryKey: ['figures', 'months'],
  queryFn: ({ signal }) => api.figures.months({ signal }),
});
