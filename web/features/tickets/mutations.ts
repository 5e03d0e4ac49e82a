import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestInput } from '#shared/contract/index.ts';
import type { Attachment, ConversationEntry } from '#shared/contract/tickets.ts';
import { escapeLines } from '#shared/text/escape-html.ts';
import { keepBlanks } from '#shared/text/kept-blanks.ts';
import { saveFile } from '../../lib/browser/save-file.ts';
import { showError, showFailure, toast } from '../../lib/browser/toast.ts';
import { api } from '../../lib/reads/api.ts';
import { isConflict, wordError } from '../../lib/reads/api-error.ts';
import { conversationQuery, ticketQuery } from './queries.ts';

const describeDelivery = ({ delivery }: Pick<ConversationEntry, 'delivery'>) =>
  delivery === 'waiting' && {
    description: 'It waits to be sent: that happens as soon as the helpdesk takes it.',
  };

/** After a 409 reads the conversation again, which no other write makes out of date. */
const readAfterConflict = (queryClient: QueryClient, ticketId: number, error: Error): void => {
  if (isConflict(error)) {
    void queryClient.invalidateQueries(conversationQuery(ticketId));
  }
};

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
    onError: (error) => showFailure(error, { title: `Failed to create ticket: ${error.message}` }),
  });

/** The id of a reply that is on its way to the server; no stored row has it. */
export const SENDING_ID = 0;

const sendingEntry = (body: string): ConversationEntry => ({
  id: SENDING_ID,
  incoming: false,
  author: { kind: 'client', name: null },
  joined: null,
  private: false,
  body: keepBlanks(escapeLines(body)),
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
      showFailure(error, {
        title: 'Reply Failed',
        description: wordError(error, 'Failed to add reply. Please try again.'),
      });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};

export const useCloseTicket = (ticketId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.tickets.close({ params: { id: ticketId } }),
    onSuccess: () => toast({ title: 'Ticket has been closed successfully.', tone: 'success' }),
    onError: (error) => {
      showFailure(error, { title: `Failed to close ticket: ${error.message}` });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};

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
      showFailure(error, { title: `Failed to withdraw ticket: ${error.message}` });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};

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

/** Saves a file under the name on the screen, because the header of the answer contains it in ASCII only. */
export const useDownloadAttachment = (ticketId: number) =>
  useMutation({
    mutationFn: async ({ id, name }: Attachment) => {
      const file = await api.tickets.attachment({ params: { id: ticketId, attachmentId: id } });
      saveFile(new File([file], name, { type: file.type }));
    },
    onError: showError('Error downloading attachment'),
  });
