import { queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/reads/api.ts';

export const ownMailsQuery = queryOptions({
  queryKey: ['mails', 'own'],
  queryFn: ({ signal }) => api.account.mails({ signal }),
});

export const mailsOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: ['mails', 'of-user', userId],
    queryFn: ({ signal }) => api.mails.list({ params: { User_Id: userId }, signal }),
  });
