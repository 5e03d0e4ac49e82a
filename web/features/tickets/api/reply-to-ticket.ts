import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { escapeLines } from '#shared/escape-html.ts';
import { api } from '../../../lib/api.ts';
import { wordError } from '../../../lib/api-error.ts';
import { toast } from '../../../lib/toast.ts';
import { describeDelivery } from './describe-delivery.ts';
import { readAfterConflict } from './read-after-conflict.ts';
import { conversationQuery } from './read-ticket-conversation.ts';

/** The id of a reply that is on its way to the server; no stored row has it. */
export const SENDING_ID = 0;

const sendingEntry = (body: string): ConversationEntry => ({
  id: SENDING_ID,
  incoming: false,
  private: false,
  body: escapeLines(body),
  body_text: body,
  created_at: new Date().toISOString(),
  attachments: [],
  delivery: 'waiting',
  delivery_error: null,
  withdrawable: false,
});

/** Shows the reply at once, and removes it if it is refused; the caller keeps the text. */
export const useReplyToTicket = (ticketId: number) => {
  const queryClient = useQueryClient();
  const { queryKey } = conversationQuery(ticketId);
  const changeEntries = (change: (entries: ConversationEntry[]) => ConversationEntry[]) =>
    queryClient.setQueryData(queryKey, (entries) => entries && change(entries));
  const withoutSending = (entries: ConversationEntry[]) => entries.filter(({ id }) => id !== SENDING_ID);

  return useMutation({
    mutationFn: ({ body, idempotencyKey }: { body: string; idempotencyKey: string }) =>
      api.tickets.reply({ params: { id: ticketId }, body: { body }, idempotencyKey }),
    onMutate: async ({ body }) => {
      await queryClient.cancelQueries({ queryKey });
      changeEntries((entries) => [...entries, sendingEntry(body)]);
    },
    onSuccess: (reply) => {
      changeEntries((entries) => [...withoutSending(entries), reply]);
      toast({
        title: 'Reply Added',
        ...describeDelivery(reply),
        tone: 'success',
      });
    },
    onError: (error) => {
      changeEntries(withoutSending);
      toast({
        title: 'Reply Failed',
        description: wordError(error, 'Failed to add reply. Please try again.'),
        tone: 'error',
      });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};
