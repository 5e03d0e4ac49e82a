import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { mailsKeyOf, OWN_MAILS_KEY } from '../../lib/client-key.ts';
import { showError, toast } from '../../lib/toast.ts';

export const ownMailsQuery = queryOptions({
  queryKey: OWN_MAILS_KEY,
  queryFn: ({ signal }) => api.account.mails({ signal }),
});

export const mailsOfUserQuery = (userId: number) =>
  queryOptions({
    queryKey: mailsKeyOf(userId),
    queryFn: ({ signal }) => api.mails.list({ params: { User_Id: userId }, signal }),
  });

/** Sends the mail of an invoice again. A refusal means that the list is out of date. */
export const useResendMail = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (id: string) => api.mails.resend({ params: { id } }),
    onSuccess: () => toast({ title: 'The invoice is on its way again', tone: 'success' }),
    onError: showError('Not sent again'),
    onSettled: () => queryClient.invalidateQueries(mailsOfUserQuery(userId)),
  });
};
