import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { changesQuery } from './list-changes.ts';
import { userQuery } from './read-user.ts';

export const useClearSignInBlock = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.users.unblock({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({ title: 'Sign-in block cleared', tone: 'success' });
      void queryClient.invalidateQueries(changesQuery(userId));
      return queryClient.invalidateQueries(userQuery(userId));
    },
    onError: showError('Error'),
  });
};
