import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { OWN_MAILS_KEY, OWN_SESSIONS_KEY } from '../../../lib/client-key.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { changeOwnUser } from './own-user.ts';

export const useChangePassword = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (passwords: RequestInput<'account.password'>['body']) =>
      api.account.password({ body: passwords }),
    onSuccess: () => {
      toast({
        title: 'Password changed',
        description: 'Every other browser was signed out. This one stays signed in.',
        tone: 'success',
      });
      changeOwnUser(queryClient, { mustChangePassword: false });
      void queryClient.invalidateQueries({ queryKey: OWN_SESSIONS_KEY });
      void queryClient.invalidateQueries({ queryKey: OWN_MAILS_KEY });
    },
    onError: showError('Password not changed'),
  });
};
