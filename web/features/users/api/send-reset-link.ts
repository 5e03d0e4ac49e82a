import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';

/** Sends an account a link for a new password. */
export const useSendReset = (userId: number) =>
  useMutation({
    mutationFn: () => api.users['send-reset']({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({
        title: 'Reset link sent',
        description: 'It holds for 30 minutes from when the mail leaves.',
        tone: 'success',
      });
    },
    onError: showError('Error'),
  });
