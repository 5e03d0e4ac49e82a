import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** On which invoices a month such as '2026-11' of the client's services stands. Several areas show it. */
export const billedServicesQuery = (userId: number, month: string) =>
  queryOptions({
    queryKey: ['services', 'billed', userId, month],
    queryFn: ({ signal }) => api.services.billed({ params: { User_Id: userId }, query: { month }, signal }),
  });

/** On which invoices days of the client's services stand from this one on. */
export const billedSinceQuery = (userId: number, since: string) =>
  queryOptions({
    queryKey: ['services', 'billed', userId, { since }],
    queryFn: ({ signal }) => api.services.billed({ params: { User_Id: userId }, query: { since }, signal }),
  });
