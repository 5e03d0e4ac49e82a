import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { mailsKeyOf } from '../../../lib/client-key.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { changesQuery } from './list-changes.ts';

/** Sends an account a link for a new password. */
export const useSendReset = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.users['send-reset']({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({
        title: 'Reset link sent',
        description: 'It holds for 30 minutes from when the mail leaves.',
        tone: 'success',
      });
      void queryClient.invalidateQueries({ queryKey: mailsKeyOf(userId) });
      void queryClient.invalidateQueries(changesQuery(userId));
    },
    onError: showError('Error'),
  });
};
