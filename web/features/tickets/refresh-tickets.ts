import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from '../../lib/browser/toast.ts';
import { CLIENT_KEY } from '../../lib/reads/client-key.ts';
import {
  conversationQuery,
  supportStatusQuery,
  TICKETS_KEY,
  ticketListQuery,
  ticketQuery,
} from './queries.ts';

interface Refresh {
  queryKeys: readonly QueryKey[];
  /** Those queries whose changes the person waits for. */
  watchedKeys: readonly QueryKey[];
  /** The message if they have not changed. */
  unchanged: string;
}

/** Reloads queries, and shows a toast if nothing is new. A failed read is reported where its data is shown. */
const useRefresh = ({ queryKeys, watchedKeys, unchanged }: Refresh) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: async () => {
      // Data that is equal after the reload stays the same object.
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

/** Reloads the data of the support screen from our copy. */
export const useRefreshTickets = () =>
  useRefresh({
    queryKeys: [TICKETS_KEY, CLIENT_KEY],
    watchedKeys: [ticketListQuery.queryKey],
    unchanged: 'Your tickets are as they were.',
  });

export const useRefreshTicket = (ticketId: number) =>
  useRefresh({
    // A waiting reply that was delivered meanwhile has opened its ticket, in the list as well.
    queryKeys: [
      ticketQuery(ticketId).queryKey,
      conversationQuery(ticketId).queryKey,
      ticketListQuery.queryKey,
      supportStatusQuery.queryKey,
    ],
    watchedKeys: [ticketQuery(ticketId).queryKey, conversationQuery(ticketId).queryKey],
    unchanged: 'The ticket is as it was.',
  });
