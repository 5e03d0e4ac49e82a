import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

export const serviceListQuery = (userId: number) =>
  queryOptions({
    queryKey: ['services', 'list', userId],
    queryFn: ({ signal }) => api.services.list({ params: { userId }, signal }),
  });
