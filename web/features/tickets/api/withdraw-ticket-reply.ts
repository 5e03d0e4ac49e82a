import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../../../lib/api.ts';
import { showError, toast } from '../../../lib/toast.ts';
import { readAfterConflict } from './read-after-conflict.ts';
import { conversationQuery } from './read-ticket-conversation.ts';

/** Withdraws a reply that was not sent yet; after that its text disappears from the conversation at once. */
export const useWithdrawReply = (ticketId: number) => {
  const queryClient = useQueryClient();
  const conversation = conversationQuery(ticketId);

  return useMutation({
    mutationFn: (replyId: number) => api.tickets['withdraw-reply']({ params: { id: ticketId, replyId } }),
    onSuccess: (_, replyId) => {
      queryClient.setQueryData(conversation.queryKey, (entries) =>
        entries?.filter(({ id }) => id !== replyId),
      );
      toast({ title: 'Reply withdrawn', tone: 'success' });
    },
    onError: (error) => {
      showError('Failed to withdraw reply')(error);
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};
