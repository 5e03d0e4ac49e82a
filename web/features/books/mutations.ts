import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { toast } from '../../lib/browser/toast.ts';
import type { Keyed } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';

export const useFileVatReport = () =>
  useMutation({
    mutationFn: (report: Keyed<RequestInput<'books.file-vat-report'>['body']>) =>
      api.books['file-vat-report'](report),
    onSuccess: () => toast({ title: 'VAT report filed', tone: 'success' }),
  });

export const useIssueMissingNote = (invoiceId: number) =>
  useMutation({
    mutationFn: (note: Keyed<RequestInput<'credit-notes.missing'>['body']>) =>
      api['credit-notes'].missing({ params: { id: invoiceId }, ...note }),
    onSuccess: ({ creditNoteNumber }) =>
      toast({ title: `Credit note ${creditNoteNumber} issued`, tone: 'success' }),
  });
