import { useMutation } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { showError, toast } from '../../lib/toast.ts';

/** Sends the mail of an invoice again. */
export const useResendMail = () =>
  useMutation({
    mutationFn: (id: string) => api.mails.resend({ params: { id } }),
    onSuccess: () => toast({ title: 'The invoice is on its way again', tone: 'success' }),
    onError: showError('Not sent again'),
  });
