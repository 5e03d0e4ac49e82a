import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { api } from '../../../lib/api.ts';
import { invalidateOverview } from './invalidate-tickets.ts';

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
