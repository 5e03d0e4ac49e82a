import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { invalidateOverview, readAfterConflict } from './invalidate-tickets.ts';
import { ticketQuery } from './read-ticket.ts';

export const useCloseTicket = (ticketId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.tickets.close({ params: { id: ticketId } }),
    onSuccess: (ticket) => {
      queryClient.setQueryData(ticketQuery(ticketId).queryKey, ticket);
      toast({ title: 'Ticket has been closed successfully.', tone: 'success' });
      return invalidateOverview(queryClient);
    },
    onError: (error) => {
      toast({ title: `Failed to close ticket: ${error.message}`, tone: 'error' });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};
