import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

export const clientStatsQuery = queryOptions({
  queryKey: ['client', 'stats'],
  queryFn: ({ signal }) => api.client.stats({ signal }),
});

export const clientServicesQuery = queryOptions({
  queryKey: ['client', 'services'],
  queryFn: ({ signal }) => api.client.services({ signal }),
});

export const clientActivitiesQuery = queryOptions({
  queryKey: ['client', 'activities'],
  queryFn: ({ signal }) => api.client.activities({ signal }),
});
