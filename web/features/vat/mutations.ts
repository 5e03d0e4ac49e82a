import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../lib/api.ts';
import { saveFile } from '../../lib/save-file.ts';
import { showError, toast } from '../../lib/toast.ts';

export const useExportVatDocuments = () =>
  useMutation({
    mutationFn: (query: RequestInput<'ledger.export-vat-report'>['query']) =>
      api.ledger['export-vat-report']({ query }),
    onSuccess: saveFile,
    onError: showError('The file could not be made'),
  });

export const useFileVatReport = () =>
  useMutation({
    mutationFn: (report: { body: RequestInput<'ledger.file-vat-report'>['body']; idempotencyKey: string }) =>
      api.ledger['file-vat-report'](report),
    onSuccess: () => toast({ title: 'VAT report filed', tone: 'success' }),
  });
