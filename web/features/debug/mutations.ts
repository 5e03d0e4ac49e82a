import { type QueryClient, useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import type { DebugResult, KeptDebugResult } from '#shared/contract/debug.ts';
import { showFailure, toast } from '../../lib/browser/toast.ts';
import { STATS_KEY } from '../../lib/reads/client-key.ts';
import { useUser } from '../../lib/session/session.ts';
import { fullName } from '../../lib/words/full-name.ts';
import { CONSOLE_TESTS, type ConsoleTest } from './console-tests.ts';
import { debugResultsQuery } from './queries.ts';

const RUN_KEY = ['debug', 'run'] as const;

const UNKNOWN_ERROR = 'Unknown error occurred';

/** Replaces the last run of a test, and cancels a pending read of the list, whose older answer would overwrite it. */
const keepResult = async (queryClient: QueryClient, kept: KeptDebugResult): Promise<void> => {
  const { queryKey } = debugResultsQuery;
  await queryClient.cancelQueries({ queryKey });
  const known = queryClient.getQueryData(queryKey);
  queryClient.setQueryData(queryKey, [kept, ...(known ?? []).filter(({ test }) => test !== kept.test)]);
  if (!known) {
    void queryClient.invalidateQueries({ queryKey });
  }
};

/** Returns the test that runs now, even if the console was closed and opened again meanwhile. */
export const useRunningTest = (): ConsoleTest | undefined => {
  const running = useMutationState({
    filters: { mutationKey: RUN_KEY, status: 'pending' },
    select: ({ state }) => state.variables,
  });

  return CONSOLE_TESTS.find((test) => running.includes(test));
};

/** Runs a test. A run that reports a failure and a request that failed show a toast of the same title, which fits both. */
export const useDebugRun = () => {
  const queryClient = useQueryClient();
  const who = fullName(useUser());

  return useMutation({
    mutationKey: RUN_KEY,
    mutationFn: ({ run }: ConsoleTest) => run(),
    onSuccess: (result: DebugResult, { test, failure }) => {
      if (!result.success) {
        toast({ title: failure, description: result.error?.message || UNKNOWN_ERROR, tone: 'error' });
      }
      void queryClient.invalidateQueries({ queryKey: STATS_KEY });

      return keepResult(queryClient, { ...result, test, who, when: result.results.timestamp });
    },
    onError: (error, { failure }) =>
      showFailure(error, { title: failure, description: error.message || UNKNOWN_ERROR }),
  });
};
