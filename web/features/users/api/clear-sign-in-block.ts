import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';

export const useClearSignInBlock = (userId: number) =>
  useMutation({
    mutationFn: () => api.users.unblock({ params: { User_Id: userId } }),
    onSuccess: () => toast({ title: 'Sign-in block cleared', tone: 'success' }),
    onError: showError('Error'),
  });
