import { useMutation } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';

export const useResetPassword = (userId: number) =>
  useMutation({
    mutationFn: (password: string) =>
      api.users.update({ params: { User_Id: userId }, body: { User_Pass_Bkp: password } }),
    onSuccess: () => toast({ title: 'Password reset successfully', tone: 'success' }),
    onError: showError('Error'),
  });
