import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { sessionsKeyOf } from '../../../lib/client-key.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { changesQuery } from './list-changes.ts';
import { userQuery } from './read-user.ts';

export const useResetPassword = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (password: string) =>
      api.users.update({ params: { User_Id: userId }, body: { User_Pass_Bkp: password } }),
    onSuccess: (updated) => {
      toast({ title: 'Password reset successfully', tone: 'success' });
      queryClient.setQueryData(userQuery(userId).queryKey, updated);
      void queryClient.invalidateQueries({ queryKey: sessionsKeyOf(userId) });
      void queryClient.invalidateQueries(changesQuery(userId));
    },
    onError: showError('Error'),
  });
};
