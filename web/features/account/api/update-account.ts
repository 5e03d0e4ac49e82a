import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { sessionQuery } from '../../../lib/session.ts';
import { showError, toast } from '../../../lib/toast.ts';

/** Changes one's own details or the mail switch; `describe` words the toast. */
export const useUpdateAccount = (describe: (updated: OwnUser) => string) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (edit: RequestInput<'account.update'>['body']) => api.account.update({ body: edit }),
    onSuccess: (updated) => {
      toast({ title: describe(updated), tone: 'success' });
      queryClient.setQueryData(sessionQuery.queryKey, updated);
    },
    onError: showError('Not saved'),
  });
};
