import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';

/** Lets mail go again to an address to which it was stopped. */
export const useLiftMailBlock = (userId: number) =>
  useMutation({
    mutationFn: () => api.mails.unblock({ params: { User_Id: userId } }),
    onSuccess: () => toast({ title: 'Mail goes to this address again', tone: 'success' }),
    onError: showError('Error'),
  });
