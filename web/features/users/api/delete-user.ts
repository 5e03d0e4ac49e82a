import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { userQuery } from './read-user.ts';

/** `onDeleted` closes what shows the user, so that nothing reads the user again. */
export const useDeleteUser = (userId: number, onDeleted: () => void) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.users.delete({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({ title: 'User deleted successfully', tone: 'success' });
      onDeleted();
      queryClient.removeQueries(userQuery(userId));
    },
    onError: showError('Error'),
  });
};
