import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { RunState } from '#shared/billing/run-words.ts';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { RefusedDialog } from '../../../components/dialog/refused-dialog.tsx';
import { UnreadDialog } from '../../../components/dialog/unread-dialog.tsx';
import { useKept } from '../../../lib/browser/use-kept.ts';
import { billingRunQuery } from '../queries.ts';

/** Why the state of a run refuses an act that another one allows. */
const REFUSALS: Record<RunState, string> = {
  draft: 'The run is a draft, and issues nothing yet',
  running: 'The run is under way',
  stopped: 'The run has stopped',
  done: 'The run is done',
  cancelled: 'The run was cancelled',
};

interface WithRunProps {
  runId: number;
  title: string;
  /** The state in which the act is possible. */
  state: RunState;
  onClose: () => void;
  children: (run: BillingRun) => ReactNode;
}

/** A dialog about a billing run, once it is read and its state allows the act. */
export const WithRun = ({ runId, title, state, onClose, children }: WithRunProps) => {
  const read = useQuery(billingRunQuery(runId));
  const { data } = read;
  // The act itself makes the run refuse it.
  const run = useKept(data?.state === state ? data : undefined);
  if (run) {
    return children(data ?? run);
  }

  return data ? (
    <RefusedDialog title={title} why={REFUSALS[data.state]} onClose={onClose} />
  ) : (
    <UnreadDialog title={title} what="the run" read={read} onClose={onClose} />
  );
};
