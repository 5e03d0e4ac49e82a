import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

export const TICKETS_KEY = ['tickets'] as const;

export const ticketListQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'list'],
  queryFn: ({ signal }) => api.tickets.list({ signal }),
});

export const supportGroupsQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'groups'],
  queryFn: ({ signal }) => api.tickets.groups({ signal }),
});

export const supportStatusQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'status'],
  queryFn: ({ signal }) => api.tickets.status({ signal }),
});

export const ticketQuery = (ticketId: number) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'ticket', ticketId],
    queryFn: ({ signal }) => api.tickets.read({ params: { id: ticketId }, signal }),
  });

export const conversationQuery = (ticketId: number) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'conversation', ticketId],
    queryFn: ({ signal }) => api.tickets.conversations({ params: { id: ticketId }, signal }),
  });
