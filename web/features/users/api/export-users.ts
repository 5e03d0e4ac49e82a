import { useMutation } from '@tanstack/react-query';
import type { UserListFilters } from '#shared/contract/user-list.ts';
import { api } from '../../../lib/api.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { showError, toast } from '../../../lib/toast.ts';

export const useExportUsers = () =>
  useMutation({
    mutationFn: (filters: UserListFilters) => api.users.export({ query: filters }),
    onSuccess: (file) => {
      saveFile(file);
      toast({ title: 'Export ready', description: `${file.name} is in your downloads.`, tone: 'success' });
    },
    onError: showError('Error'),
  });
