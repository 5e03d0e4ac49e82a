import {
  type QueryClient,
  type QueryKey,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { RequestInput } from '#shared/contract/index.ts';
import type { ConversationEntry } from '#shared/contract/tickets.ts';
import { escapeLines } from '#shared/escape-html.ts';
import { api } from '../../lib/api.ts';
import { isConflict, wordError } from '../../lib/api-error.ts';
import { CLIENT_KEY } from '../../lib/client-key.ts';
import { showError, toast } from '../../lib/toast.ts';

const TICKETS_KEY = ['tickets'] as const;

export const ticketListQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'list'],
  queryFn: ({ signal }) => api.tickets.list({ signal }),
});

export const supportGroupsQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'groups'],
  queryFn: ({ signal }) => api.tickets.groups({ signal }),
});

export const supportStatusQuery = queryOptions({
  queryKey: [...TICKETS_KEY, 'status'],
  queryFn: ({ signal }) => api.tickets.status({ signal }),
});

export const ticketQuery = (ticketId: number) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'ticket', ticketId],
    queryFn: ({ signal }) => api.tickets.read({ params: { id: ticketId }, signal }),
  });

export const conversationQuery = (ticketId: number) =>
  queryOptions({
    queryKey: [...TICKETS_KEY, 'conversation', ticketId],
    queryFn: ({ signal }) => api.tickets.conversations({ params: { id: ticketId }, signal }),
  });

/** What a write to any ticket changes: the list, the figures, and the dashboard's. */
const invalidateOverview = (queryClient: QueryClient) =>
  Promise.all(
    [ticketListQuery.queryKey, supportStatusQuery.queryKey, CLIENT_KEY].map((queryKey) =>
      queryClient.invalidateQueries({ queryKey }),
    ),
  );

const invalidateTicket = (queryClient: QueryClient, ticketId: number) =>
  Promise.all([invalidateOverview(queryClient), queryClient.invalidateQueries(ticketQuery(ticketId))]);

/** After a 409 what is shown of the ticket is out of date. */
const readAfterConflict = (queryClient: QueryClient, ticketId: number, error: Error): void => {
  if (!isConflict(error)) {
    return;
  }

  void invalidateTicket(queryClient, ticketId);
  void queryClient.invalidateQueries(conversationQuery(ticketId));
};

const describeDelivery = ({ delivery }: Pick<ConversationEntry, 'delivery'>) =>
  delivery === 'waiting' && {
    description: 'It waits to be sent: that happens as soon as the helpdesk takes it.',
  };

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

/** Shows the reply at once, and takes it back if it is refused; whoever asks keeps the text. */
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
      return invalidateTicket(queryClient, ticketId);
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

/** Takes back a ticket that was not sent yet. A 409 says that it is too late for that. */
export const useWithdrawTicket = (ticketId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api.tickets.withdraw({ params: { id: ticketId } }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: ticketQuery(ticketId).queryKey });
      queryClient.removeQueries({ queryKey: conversationQuery(ticketId).queryKey });
      toast({ title: 'Ticket withdrawn', tone: 'success' });
      return invalidateOverview(queryClient);
    },
    onError: (error) => {
      toast({ title: `Failed to withdraw ticket: ${error.message}`, tone: 'error' });
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};

/** Takes back a reply that was not sent yet; its words are gone from the conversation at once. */
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
      return invalidateTicket(queryClient, ticketId);
    },
    onError: (error) => {
      showError('Failed to withdraw reply')(error);
      readAfterConflict(queryClient, ticketId, error);
    },
  });
};

/** The job of each minute makes the first copy, so more than a minute is no news. */
const FIRST_COPY_ASKS = 15;
const FIRST_COPY_ASK_EVERY_MS = 5000;

/** Asks for the state, a bounded number of times, until the first copy is there; then the list is read anew. */
export const useFirstCopy = (isUnread: boolean): void => {
  const queryClient = useQueryClient();

  useEffect(() => {
    if (!isUnread) {
      return;
    }

    let asks = 0;
    const ask = async () => {
      asks += 1;
      if (asks >= FIRST_COPY_ASKS) {
        clearInterval(timer);
      }
      // What cannot be asked now is asked the next time.
      const status = await api.tickets.status().catch(() => undefined);
      if (status?.fetchedAt) {
        await invalidateOverview(queryClient);
      }
    };
    const timer = setInterval(ask, FIRST_COPY_ASK_EVERY_MS);

    return () => clearInterval(timer);
  }, [isUnread, queryClient]);
};

interface Refresh {
  queryKeys: readonly QueryKey[];
  /** Those of them whose news the person waits for. */
  watchedKeys: readonly QueryKey[];
  /** Tells that there is none. */
  unchanged: string;
}

/** Reads queries anew, and says so if they tell nothing new. A reading that fails is told where its data is shown. */
const useRefresh = ({ queryKeys, watchedKeys, unchanged }: Refresh) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: async () => {
      // What is read anew and says the same stays the same object.
      const before = watchedKeys.map((queryKey) => queryClient.getQueryData(queryKey));
      await Promise.all(queryKeys.map((queryKey) => queryClient.invalidateQueries({ queryKey })));

      return watchedKeys.every((queryKey, index) => {
        const state = queryClient.getQueryState(queryKey);
        return state?.status === 'success' && state.data === before[index];
      });
    },
    onSuccess: (isSame) => {
      if (isSame) {
        toast({ title: 'Nothing new', description: unchanged });
      }
    },
  });
};

/** Reads our copy anew, for the support screen. */
export const useRefreshTickets = () =>
  useRefresh({
    queryKeys: [TICKETS_KEY, CLIENT_KEY],
    watchedKeys: [ticketListQuery.queryKey],
    unchanged: 'Your tickets are as they were.',
  });

export const useRefreshTicket = (ticketId: number) =>
  useRefresh({
    queryKeys: [ticketQuery(ticketId), conversationQuery(ticketId), supportStatusQuery].map(
      ({ queryKey }) => queryKey,
    ),
    watchedKeys: [ticketQuery(ticketId).queryKey, conversationQuery(ticketId).queryKey],
    unchanged: 'The ticket is as it was.',
  });
