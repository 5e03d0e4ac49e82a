import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { readAfterConflict } from './read-after-conflict.ts';

export const useCloseTicket = (ticketId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.tickets.close({ params: { id: ticketId } }),
    onSuccess: () => toast({ title: 'Ticket has been closed successfully.', tone: 'success' }),
    onError: (error) => {
      toast({ title: `Failed to close ticket: ${error.message}`, tone: 'error' });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};
