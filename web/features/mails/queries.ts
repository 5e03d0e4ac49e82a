import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { showError, toast } from '../../lib/toast.ts';

export const ownMailsQuery = queryOptions({
  queryKey: ['mails', 'own'],
  queryFn: ({ signal }) => api.account.mails({ signal }),
});

export const mailsOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: ['mails', 'of-user', userId],
    queryFn: ({ signal }) => api.mails.list({ params: { User_Id: userId }, signal }),
  });

/** Sends the mail of an invoice again. */
export const useResendMail = () =>
  useMutation({
    mutationFn: (id: string) => api.mails.resend({ params: { id } }),
    onSuccess: () => toast({ title: 'The invoice is on its way again', tone: 'success' }),
    onError: showError('Not sent again'),
  });
