import { queryOptions, useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { LEDGER_KEY } from '../../lib/client-key.ts';
import type { Period } from '../../lib/periods.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showError } from '../../lib/toast.ts';

export const statementQuery = (userId: number, { from, to }: Period) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'statement', userId, from, to],
    queryFn: ({ signal }) => api.ledger.statement({ params: { userId }, query: { from, to }, signal }),
    // The statement of the period before stays until this one is there, but never another client's.
    placeholderData: (shown) => (shown?.userId === userId ? shown : undefined),
  });

export const useExportStatement = (userId: number) =>
  useMutation({
    mutationFn: ({ from, to }: Period) =>
      api.ledger['export-statement']({ params: { userId }, query: { from, to } }),
    onSuccess: saveFile,
    onError: showError('The file could not be made'),
  });
