import { queryOptions } from '@tanstack/react-query';
import type { DebugTest, KeptDebugResult } from '#shared/contract/debug.ts';
import { api } from '../../lib/reads/api.ts';

/** Read each time the console opens, because another administrator may have run a test meanwhile. */
export const debugResultsQuery = queryOptions({
  queryKey: ['debug', 'results'],
  queryFn: ({ signal }) => api.debug.results({ signal }),
  refetchOnMount: 'always',
});

export const findResult = (
  results: readonly KeptDebugResult[] | undefined,
  test: DebugTest | undefined,
): KeptDebugResult | undefined => results?.find((kept) => kept.test === test);
