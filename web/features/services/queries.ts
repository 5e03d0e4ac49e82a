import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

export const serviceListQuery = (userId: number) =>
  queryOptions({
    queryKey: ['services', 'list', userId],
    queryFn: ({ signal }) => api.services.list({ params: { userId }, signal }),
  });

/** The days of a service up to this one that no invoice bills. */
export const unbilledQuery = (serviceId: number, until: string) =>
  queryOptions({
    queryKey: ['services', 'unbilled', serviceId, until],
    queryFn: ({ signal }) => api.services.unbilled({ params: { id: serviceId }, query: { until }, signal }),
  });
