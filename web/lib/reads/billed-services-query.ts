import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** On which invoices days of the client's services stand from this one on. Several areas show it. */
export const billedSinceQuery = (userId: number, since: string) =>
  queryOptions({
    queryKey: ['services', 'billed', userId, since],
    queryFn: ({ signal }) => api.services.billed({ params: { User_Id: userId }, query: { since }, signal }),
  });
