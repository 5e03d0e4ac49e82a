import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { FIGURES_KEY, LEDGER_KEY } from '../../../lib/client-key.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { userQuery } from './read-user.ts';
import { USERS_KEY } from './users-key.ts';

export const useDeleteUser = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.users.delete({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({ title: 'User deleted successfully', tone: 'success' });
      queryClient.removeQueries(userQuery(userId));
      void queryClient.invalidateQueries({ queryKey: USERS_KEY });
      void queryClient.invalidateQueries({ queryKey: FIGURES_KEY });
      void queryClient.invalidateQueries({ queryKey: LEDGER_KEY });
    },
    onError: showError('Error'),
  });
};
