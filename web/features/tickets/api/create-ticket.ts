import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { describeDelivery } from './describe-delivery.ts';
import { invalidateOverview } from './invalidate-tickets.ts';

export const useCreateTicket = () => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: (ticket: RequestInput<'tickets.create'> & { idempotencyKey: string }) =>
      api.tickets.create(ticket),
    onSuccess: (ticket) => {
      toast({
        title: 'Your support ticket has been created successfully!',
        ...describeDelivery(ticket),
        tone: 'success',
      });
      return invalidateOverview(queryClient);
    },
    onError: ({ message }) => toast({ title: `Failed to create ticket: ${message}`, tone: 'error' }),
  });
};
