import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { BillingRun, BillingRunLine } from '#shared/contract/billing-runs.ts';
import { RUN_LINES_CHANGED_MAX } from '#shared/contract/limits.ts';
import { useContentKey } from '../../lib/forms/idempotency-key.ts';
import { api } from '../../lib/reads/api.ts';
import { isMoney } from '../../lib/reads/fresh-money.ts';
import { billingRunQuery, runLinesKey } from './queries.ts';

const showRun = (queryClient: QueryClient, run: BillingRun) =>
  queryClient.setQueryData(billingRunQuery(run.id).queryKey, run);

export interface DraftOrder {
  month: string;
  dueDate?: string;
  /** The first day to bill of services that have none. */
  billFrom?: string;
}

interface DraftEnds {
  /** Called before the screen reads again that a draft is open, which may remove the form. */
  onMade?: (run: BillingRun) => void;
  onRefused?: (error: Error) => void;
}

/** Makes the draft of a month, or makes it anew. */
export const useMakeDraft = ({ onMade, onRefused }: DraftEnds = {}) => {
  const queryClient = useQueryClient();
  const { keyFor, renew } = useContentKey();

  return useMutation({
    mutationFn: (body: DraftOrder) => api['billing-runs'].create({ body, idempotencyKey: keyFor(body) }),
    onSuccess: (run) => {
      renew();
      showRun(queryClient, run);
      // A draft that is made anew has other lines, of which none has been acted on.
      void queryClient.resetQueries({ queryKey: runLinesKey(run.id) });
      onMade?.(run);
    },
    ...(onRefused && { onError: onRefused }),
  });
};

/** Leaves lines of a draft out, or takes them in, as many at once as the server takes. */
const decide = async (runId: number, lineIds: readonly number[], excluded: boolean): Promise<BillingRun> => {
  const run = await api['billing-runs'].exclude({
    params: { id: runId },
    body: { lineIds: lineIds.slice(0, RUN_LINES_CHANGED_MAX), excluded },
  });
  const left = lineIds.slice(RUN_LINES_CHANGED_MAX);

  return left.length > 0 ? decide(runId, left, excluded) : run;
};

export interface Decision {
  lines: readonly BillingRunLine[];
  isExcluded: boolean;
}

export const useDecide = (runId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: ({ lines, isExcluded }: Decision) =>
      decide(
        runId,
        lines.map(({ id }) => id),
        isExcluded,
      ),
    onSuccess: (run) => showRun(queryClient, run),
  });
};

/** Takes in every line that perhaps was billed by hand; answers which those were. */
export const useTakeAllIn = (runId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: async () => {
      const found: BillingRunLine[] = [];
      for (let page = 1, total = 1, read = 0; read < total; page += 1) {
        const answer = await api['billing-runs'].lines({
          params: { id: runId },
          query: { group: 'left-out', page },
        });
        found.push(...answer.lines.filter(({ reason }) => reason === 'perhaps-billed'));
        read += answer.lines.length;
        total = answer.lines.length > 0 ? answer.total : 0;
      }
      if (found.length > 0) {
        const ids = found.map(({ id }) => id);
        showRun(queryClient, await decide(runId, ids, false));
      }

      return found;
    },
  });
};

export interface StartOrder {
  total: number;
  stopsAfter?: number;
}

export const useStartRun = (runId: number) => {
  const queryClient = useQueryClient();
  const { keyFor, renew } = useContentKey();

  return useMutation({
    mutationFn: (body: StartOrder) =>
      api['billing-runs'].start({
        params: { id: runId },
        body,
        idempotencyKey: keyFor({ runId, ...body }),
      }),
    onSuccess: (run) => {
      renew();
      showRun(queryClient, run);
    },
  });
};

const STEPS = {
  stop: api['billing-runs'].stop,
  continue: api['billing-runs'].continue,
  cancel: api['billing-runs'].cancel,
};

/** Stops a run, goes on with it, or ends it. */
export const useRunStep = (runId: number, step: keyof typeof STEPS) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => STEPS[step]({ params: { id: runId } }),
    onSuccess: (run) => showRun(queryClient, run),
  });
};

/** Throws a draft away. */
export const useDeleteDraft = (runId: number) => {
  const queryClient = useQueryClient();

  return useMutation({
    mutationFn: () => api['billing-runs'].delete({ params: { id: runId } }),
    onSuccess: () => queryClient.removeQueries({ queryKey: billingRunQuery(runId).queryKey }),
  });
};

/** Reads again everything about money once the job of a run has ended, and its lines. */
export const useReadsAfterRun = () => {
  const queryClient = useQueryClient();

  return () => void queryClient.invalidateQueries({ predicate: isMoney });
};
