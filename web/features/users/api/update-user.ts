import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserEdit } from '#shared/contract/user-edit.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { api } from '../../../lib/api.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { showError, toast } from '../../../lib/toast.ts';

export const useUpdateUser = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (edit: UserEdit & Pick<UserDetail, 'version'>) =>
      api.users.update({ params: { User_Id: userId }, body: edit }),
    onSuccess: (updated) => {
      toast({ title: 'User updated successfully', tone: 'success' });
      queryClient.setQueryData(sessionQuery.queryKey, (user) =>
        user?.User_Id === userId ? { ...user, ...updated } : user,
      );
    },
    onError: showError('Error'),
  });
};
