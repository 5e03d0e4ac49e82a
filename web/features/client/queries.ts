import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';
import { CLIENT_KEY } from '../../lib/reads/client-key.ts';

export const clientStatsQuery = queryOptions({
  queryKey: [...CLIENT_KEY, 'stats'],
  queryFn: ({ signal }) => api.client.stats({ signal }),
});

export const clientServicesQuery = queryOptions({
  queryKey: [...CLIENT_KEY, 'services'],
  queryFn: ({ signal }) => api.client.services({ signal }),
});

export const clientActivitiesQuery = queryOptions({
  queryKey: [...CLIENT_KEY, 'activities'],
  queryFn: ({ signal }) => api.client.activities({ signal }),
});
