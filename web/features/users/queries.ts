import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import type { UserDetail, UserEdit, UserListFilters } from '#shared/contract/users.ts';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { sessionQuery } from '../../lib/session.ts';
import { showError, toast } from '../../lib/toast.ts';

const USERS_KEY = ['users'] as const;

export type UserListQuery = RequestInput<'users.list'>['query'];

export const adminStatsQuery = queryOptions({
  queryKey: [...USERS_KEY, 'stats'],
  queryFn: ({ signal }) => api.users.stats({ signal }),
});

export const recentUsersQuery = queryOptions({
  queryKey: [...USERS_KEY, 'recent'],
  queryFn: ({ signal }) => api.users.recent({ signal }),
});

export const userListQuery = (query: UserListQuery) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'list', query],
    queryFn: ({ signal }) => api.users.list({ query, signal }),
    placeholderData: keepPreviousData,
  });

export const userQuery = (userId: number) =>
  queryOptions({
    queryKey: [...USERS_KEY, 'detail', userId],
    queryFn: ({ signal }) => api.users.read({ params: { User_Id: userId }, signal }),
  });

export const useUpdateUser = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (edit: UserEdit & Pick<UserDetail, 'version'>) =>
      api.users.update({ params: { User_Id: userId }, body: edit }),
    onSuccess: (updated) => {
      toast({ title: 'User updated successfully', tone: 'success' });
      queryClient.setQueryData(userQuery(userId).queryKey, updated);
      queryClient.setQueryData(sessionQuery.queryKey, (user) => (user?.User_Id === userId ? updated : user));
      void queryClient.invalidateQueries({ queryKey: USERS_KEY });
    },
    onError: showError('Error'),
  });
};

export const useResetPassword = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (password: string) =>
      api.users.update({ params: { User_Id: userId }, body: { User_Pass_Bkp: password } }),
    onSuccess: (updated) => {
      toast({ title: 'Password reset successfully', tone: 'success' });
      queryClient.setQueryData(userQuery(userId).queryKey, updated);
    },
    onError: showError('Error'),
  });
};

export const useDeleteUser = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.users.delete({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({ title: 'User deleted successfully', tone: 'success' });
      queryClient.removeQueries(userQuery(userId));
      void queryClient.invalidateQueries({ queryKey: USERS_KEY });
    },
    onError: showError('Error'),
  });
};

export const useClearSignInBlock = (userId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.users.unblock({ params: { User_Id: userId } }),
    onSuccess: () => {
      toast({ title: 'Sign-in block cleared', tone: 'success' });
      return queryClient.invalidateQueries(userQuery(userId));
    },
    onError: showError('Error'),
  });
};

export const useExportUsers = () =>
  useMutation({
    mutationFn: (filters: UserListFilters) => api.users.export({ query: filters }),
    onSuccess: (file) => {
      saveFile(file);
      toast({ title: 'Export ready', description: `${file.name} is in your downloads.`, tone: 'success' });
    },
    onError: showError('Error'),
  });
