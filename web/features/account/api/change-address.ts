import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { readSessionAgain } from '../../../lib/session.ts';
import { showError, toast } from '../../../lib/toast.ts';

/** Asks for another address, which is the account's once the link in the mail to it is used; without mail, at once. */
export const useChangeEmail = (isMailOn: boolean) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (body: RequestInput<'account.change-email'>['body']) => api.account['change-email']({ body }),
    onSuccess: (_, { User_Email }) => {
      toast({
        ...(isMailOn
          ? { title: 'Check your mail', description: `We sent a link to ${User_Email}.` }
          : { title: 'Address changed', description: `You sign in with ${User_Email} now.` }),
        tone: 'success',
      });

      return readSessionAgain(queryClient);
    },
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

      return readSessionAgain(queryClient);
    },
    onError: showError('Error'),
  });
};
