import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { changesQuery } from './list-changes.ts';
import { userQuery } from './read-user.ts';

/** Lets mail go again to an address to which it was stopped. */
export const useLiftMailBlock = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.mails.unblock({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({ title: 'Mail goes to this address again', tone: 'success' });
      void queryClient.invalidateQueries(changesQuery(userId));
      return queryClient.invalidateQueries(userQuery(userId));
    },
    onError: showError('Error'),
  });
};
