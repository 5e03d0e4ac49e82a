import { useMutation } from '@tanstack/react-query';
import { showError, toast } from '../../lib/browser/toast.ts';
import type { Period } from '../../lib/money/periods.ts';
import { api } from '../../lib/reads/api.ts';

/** Sends the mail of an invoice again. */
export const useResendMail = () =>
  useMutation({
    mutationFn: (id: string) => api.mails.resend({ params: { id } }),
    onSuccess: () => toast({ title: 'The invoice is on its way again', tone: 'success' }),
    onError: showError('Not sent again'),
  });

const NO_STATEMENT = 'No statement was sent';

/** Mails one client their statement of a period. */
export const useSendStatement = (userId: number) =>
  useMutation({
    mutationFn: ({ period: { from, to }, idempotencyKey }: { period: Period; idempotencyKey: string }) =>
      api.mails.statements({ body: { userIds: [userId], from, to }, idempotencyKey }),
    onSuccess: ({ skipped: [skipped] }) =>
      toast(
        skipped
          ? { title: NO_STATEMENT, description: `${skipped.reason}.`, tone: 'error' }
          : { title: 'The statement is on its way', tone: 'success' },
      ),
    onError: showError(NO_STATEMENT),
  });
