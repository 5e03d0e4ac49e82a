import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { UserEdit } from '#shared/contract/users/user-edit.ts';
import type { UserDetail } from '#shared/contract/users.ts';
import { showError, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';
import { sessionQuery } from '../../lib/session/session.ts';
import { userQuery } from './queries.ts';

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

export const useResetPassword = (userId: number) =>
  useMutation({
    mutationFn: (password: string) =>
      api.users.update({ params: { User_Id: userId }, body: { User_Pass_Bkp: password } }),
    onSuccess: () => toast({ title: 'Password reset successfully', tone: 'success' }),
    onError: showError('Error'),
  });

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
  });

/** Orders the mail in which a client is invited to choose a password. */
export const useInvite = (userId: number) =>
  useMutation({
    mutationFn: (idempotencyKey: string) => api.users.invite({ params: { userId }, idempotencyKey }),
    onSuccess: () =>
      toast({
        title: 'Invited',
        description: 'The mail leaves within minutes.',
        tone: 'success',
      }),
  });

/** Removes all factors of somebody who has lost them (D47). */
export const useRemoveFactors = (userId: number) =>
  useMutation({
    mutationFn: (body: { reason: string }) => api.factors.remove({ params: { User_Id: userId }, body }),
    onSuccess: () =>
      toast({
        title: 'Factors removed',
        description: 'The owner and all administrators are told by mail.',
        tone: 'success',
      }),
  });

export const useClearSignInBlock = (userId: number) =>
  useMutation({
    mutationFn: () => api.users.unblock({ params: { User_Id: userId } }),
    onSuccess: () => toast({ title: 'Sign-in block cleared', tone: 'success' }),
    onError: showError('Error'),
  });

/** Lets mail go again to an address to which it was stopped. */
export const useLiftMailBlock = (userId: number) =>
  useMutation({
    mutationFn: () => api.mails.unblock({ params: { User_Id: userId } }),
    onSuccess: () => toast({ title: 'Mail goes to this address again', tone: 'success' }),
    onError: showError('Error'),
  });

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
    onError: (error) => {
      showError('Error')(error);
      // What it owes or has as credit may have changed since it was read.
      void queryClient.invalidateQueries(userQuery(userId));
    },
  });
};
