import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { readSessionAgain } from '../../../lib/session.ts';
import { toast } from '../../../lib/toast.ts';

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
