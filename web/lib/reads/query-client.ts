import { MutationCache, notifyManager, type Query, QueryCache, QueryClient } from '@tanstack/react-query';
import { takeWritten } from './api.ts';
import { ApiError } from './api-error.ts';
import { freshFor, isMoney, isNamed, keepMoneyFresh } from './fresh-money.ts';

const untold: (() => void)[] = [];

/** Tells the screen at once of all answers that have come together, so that it is rendered once for them. */
notifyManager.setScheduler((tell) => {
  untold.push(tell);
  setTimeout(() => {
    for (const one of untold.splice(0)) {
      one();
    }
  });
});

/**
 * The session has rules of its own (web/lib/session/session.ts), a run of the debug console stores its own result, and a
 * conversation is read from the helpdesk.
 */
const NOT_READ_AGAIN: readonly string[] = ['session', 'debug', 'tickets.conversation'];

const isOutdated = (query: Query): boolean => !isNamed(query, NOT_READ_AGAIN);

/**
 * Makes all other data out of date after a write: data on the screen is read again at once, the rest when it is
 * shown. Awaits only parts that have had an answer before.
 */
const readAgain = async (queryClient: QueryClient): Promise<void> => {
  const isShown = ({ state }: Query) => state.data !== undefined;
  void queryClient.invalidateQueries({ predicate: (query) => isOutdated(query) && !isShown(query) });
  await queryClient.invalidateQueries({ predicate: (query) => isOutdated(query) && isShown(query) });
};

/**
 * Reads are not retried. Those about money go stale and are read again on entering a screen and on return to the tab;
 * the others never refetch by themselves (D32). A write is over once the screen shows its
 * change; its input, such as a password, is dropped once it is answered. `onRefused` is called for every refusal of a
 * read or write.
 */
export const makeQueryClient = (onRefused: (error: ApiError) => void): QueryClient => {
  const onError = (error: Error) => {
    if (error instanceof ApiError) {
      onRefused(error);
    }
  };

  const mutationCache: MutationCache = new MutationCache({
    onError,
    onSettled: async (_data, _error, _variables, _onMutateResult, mutation) => {
      mutationCache.remove(mutation);
      if (takeWritten()) {
        await readAgain(queryClient);
      }
    },
  });

  const queryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache,
    defaultOptions: {
      queries: {
        staleTime: freshFor,
        refetchOnWindowFocus: isMoney,
        refetchOnReconnect: false,
        retry: false,
      },
      mutations: { retry: false, gcTime: 0 },
    },
  });

  keepMoneyFresh(queryClient);

  return queryClient;
};
