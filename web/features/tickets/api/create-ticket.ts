import { useMutation } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { describeDelivery } from './describe-delivery.ts';

export const useCreateTicket = () =>
  useMutation({
    mutationFn: (ticket: RequestInput<'tickets.create'> & { idempotencyKey: string }) =>
      api.tickets.create(ticket),
    onSuccess: (ticket) =>
      toast({
        title: 'Your support ticket has been created successfully!',
        ...describeDelivery(ticket),
        tone: 'success',
      }),
    onError: ({ message }) => toast({ title: `Failed to create ticket: ${message}`, tone: 'error' }),
  });
