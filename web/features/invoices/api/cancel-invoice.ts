import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { takeProgress } from './read-invoice-progress.ts';

export const useCancelInvoice = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (invoiceId: number) => api.invoices.cancel({ params: { id: invoiceId } }),
    onSuccess: (progress) => {
      toast({
        title: 'PDF cancelled',
        description: `Invoice ${progress.invoiceNumber} keeps its number; 'Create PDF' makes its PDF later.`,
      });

      return takeProgress(queryClient, progress);
    },
  });
};
