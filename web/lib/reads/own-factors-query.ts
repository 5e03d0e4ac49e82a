import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** The factors of the signed-in user. */
export const ownFactorsQuery = queryOptions({
  queryKey: ['factors', 'own'],
  queryFn: ({ signal }) => api.factors.list({ signal }),
});
