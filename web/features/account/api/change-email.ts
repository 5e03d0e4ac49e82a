import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { OWN_MAILS_KEY } from '../../../lib/client-key.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { changeOwnUser } from './own-user.ts';

/** Asks for another address, which is the account's once the link in the mail to it is used. */
export const useChangeEmail = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (request: RequestInput<'account.change-email'>['body']) =>
      api.account['change-email']({ body: request }),
    onSuccess: (_, { User_Email }) => {
      toast({ title: 'Check your mail', description: `We sent a link to ${User_Email}.`, tone: 'success' });
      void queryClient.invalidateQueries({ queryKey: OWN_MAILS_KEY });

      return queryClient.invalidateQueries(sessionQuery);
    },
    onError: showError('Address not changed'),
  });
};

/** Ends the change that was asked for. */
export const useKeepEmail = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.account['keep-email'](),
    onSuccess: () => {
      toast({
        title: 'Your address stays as it is',
        description: 'The link that we sent no longer works.',
        tone: 'success',
      });
      changeOwnUser(queryClient, { pendingEmail: null });
    },
    onError: showError('Error'),
  });
};

/** Sends the mail again that verifies the present address. */
export const useSendVerification = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.account.verification(),
    onSuccess: () => {
      toast({
        title: 'Check your mail',
        description: 'We sent you a new link. It holds for 24 hours.',
        tone: 'success',
      });
      void queryClient.invalidateQueries({ queryKey: OWN_MAILS_KEY });
    },
    onError: showError('No link was sent'),
  });
};
