import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { toast } from '../../../lib/toast.ts';
import { readAfterConflict } from './read-after-conflict.ts';
import { ticketQuery } from './read-ticket.ts';
import { conversationQuery } from './read-ticket-conversation.ts';

/** Withdraws a ticket that was not sent yet. A 409 means that it is too late. */
export const useWithdrawTicket = (ticketId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.tickets.withdraw({ params: { id: ticketId } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ticketQuery(ticketId).queryKey });
      queryClient.removeQueries({ queryKey: conversationQuery(ticketId).queryKey });
      toast({ title: 'Ticket withdrawn', tone: 'success' });
    },
    onError: (error) => {
      toast({ title: `Failed to withdraw ticket: ${error.message}`, tone: 'error' });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};
