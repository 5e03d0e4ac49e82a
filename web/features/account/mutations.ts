import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';
import { isConflict } from '../../lib/reads/api-error.ts';
import { readSessionAgain, sessionQuery } from '../../lib/session/session.ts';

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

/** Sends the mail again that verifies the present address. */
export const useSendVerification = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.account.verification(),
    onError: (error) => {
      // The link was used elsewhere, so this page is out of date.
      if (isConflict(error)) {
        void readSessionAgain(queryClient);
      }
    },
  });
};

/** Changes one's own details or the mail switch; `describe` words the toast. The form says itself why it was refused. */
export const useUpdateAccount = (describe: (updated: OwnUser) => string) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (edit: RequestInput<'account.update'>['body']) => api.account.update({ body: edit }),
    onSuccess: (updated) => {
      toast({ title: describe(updated), tone: 'success' });
      queryClient.setQueryData(sessionQuery.queryKey, updated);
    },
  });
};

/**
 * Changes one's own password, and reads the account again, which then needs no new password (D49). All other sessions
 * have ended.
 */
export const useChangePassword = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (body: RequestInput<'account.password'>['body']) => api.account.password({ body }),
    onSuccess: () => {
      toast({
        title: 'Your password is changed',
        description: 'Every other browser was signed out. This one stays signed in.',
        tone: 'success',
      });

      return readSessionAgain(queryClient);
    },
  });
};
