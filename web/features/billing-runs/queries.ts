import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { BillingRun, BillingRunLines } from '#shared/contract/billing-runs.ts';
import type { CsvForm } from '#shared/contract/fields.ts';
import { whileAttended } from '../../lib/browser/attended.ts';
import { api } from '../../lib/reads/api.ts';
import { LEDGER_KEY } from '../../lib/reads/client-key.ts';
import type { LineView } from './line-views.ts';

/** While invoices are issued. */
const ISSUING_POLL_MS = 1000;
/** While they are printed and mailed, which takes minutes. */
const MAILING_POLL_MS = 5000;

/** True while invoices of a run are printed or mailed, also if it stands still. */
export const isMailing = ({ issued, printed, mailed, notMailed }: BillingRun): boolean =>
  issued > Math.min(printed, mailed + notMailed);

export const billingMonthsQuery = queryOptions({
  queryKey: [...LEDGER_KEY, 'billing-months'],
  queryFn: ({ signal }) => api['billing-runs'].months({ signal }),
});

export const billingRunsQuery = queryOptions({
  queryKey: [...LEDGER_KEY, 'billing-runs'],
  queryFn: ({ signal }) => api['billing-runs'].list({ signal }),
});

/** A run with its progress, which is read again while it goes on. */
export const billingRunQuery = (id: number) =>
  queryOptions({
    queryKey: [...LEDGER_KEY, 'billing-run', id],
    queryFn: ({ signal }) => api['billing-runs'].read({ params: { id }, signal }),
    refetchInterval: whileAttended<BillingRun>(({ data }) => {
      if (data?.state === 'running') {
        return ISSUING_POLL_MS;
      }

      return data && isMailing(data) ? MAILING_POLL_MS : false;
    }),
  });

export interface ShownLines {
  runId: number;
  view: LineView;
  search: string | undefined;
  page: number;
}

const filterOf = ({ view, search }: Pick<ShownLines, 'view' | 'search'>) => ({
  ...(view !== 'all' && { group: view }),
  ...(search && { search }),
});

/** The lines of all views of a run. */
export const runLinesKey = (runId: number) => [...LEDGER_KEY, 'billing-run-lines', runId] as const;

/** A page of the lines of a run; `isMoving` says that a run changes them. */
export const runLinesQuery = ({ runId, page, ...shown }: ShownLines, isMoving = false) =>
  queryOptions({
    queryKey: [...runLinesKey(runId), filterOf(shown), page],
    queryFn: ({ signal }) =>
      api['billing-runs'].lines({ params: { id: runId }, query: { ...filterOf(shown), page }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: whileAttended<BillingRunLines>(() => isMoving && MAILING_POLL_MS),
  });

export const exportRunLines = ({
  runId,
  form,
  ...shown
}: Pick<ShownLines, 'runId' | 'view' | 'search'> & { form: CsvForm }): Promise<File> =>
  api['billing-runs'].export({ params: { id: runId }, query: { ...filterOf(shown), for: form } });
