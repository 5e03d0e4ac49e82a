import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../lib/reads/api.ts';
import { CLIENT_KEY } from '../../lib/reads/client-key.ts';
import { supportStatusQuery, ticketListQuery } from './queries.ts';

/** A task that runs each minute fills the first copy, so polling for little more than a minute is enough. */
const FIRST_COPY_ASKS = 15;

const FIRST_COPY_ASK_EVERY_MS = 5000;

/** Polls the status a limited number of times until the first copy is there; then reloads the list. */
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
      // A request that fails is repeated at the next tick.
      const status = await api.tickets.status().catch(() => undefined);
      if (status?.fetchedAt) {
        for (const queryKey of [ticketListQuery.queryKey, supportStatusQuery.queryKey, CLIENT_KEY]) {
          void queryClient.invalidateQueries({ queryKey });
        }
      }
    };
    const timer = setInterval(ask, FIRST_COPY_ASK_EVERY_MS);

    return () => clearInterval(timer);
  }, [isUnread, queryClient]);
};
