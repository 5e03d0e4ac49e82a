import { Stack, Text } from '@chakra-ui/react';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { useRunStep } from '../mutations.ts';
import { countInvoices, leftOf, monthAlone } from '../run-texts.ts';
import { WithRun } from './with-run.tsx';

type QuestionProps = Pick<DialogProps, 'onClose' | 'onDone'> & { run: BillingRun };

const Question = ({ run, onClose, onDone }: QuestionProps) => {
  const cancel = useRunStep(run.id, 'cancel');
  const left = leftOf(run);

  return (
    <ConfirmDialog
      title="Cancel the run?"
      cancelLabel="Keep it"
      confirmLabel="Cancel the run"
      isBusy={cancel.isPending}
      onConfirm={() => cancel.mutate(undefined, { onSuccess: onDone })}
      onCancel={onClose}
    >
      <Stack gap="3">
        <Text>
          {countInvoices(left.invoices)} over {formatAmount(left.total)}{' '}
          {left.invoices === 1 ? 'stays' : 'stay'} unbilled, until a new draft of {monthAlone(run.month)}{' '}
          finds
          {left.invoices === 1 ? ' it' : ' them'}. The {formatCount(run.issued)} that{' '}
          {run.issued === 1 ? 'is' : 'are'} issued {run.issued === 1 ? 'stays' : 'stay'}.
        </Text>
        <RefusalNote title="The run was not cancelled" error={cancel.error} />
      </Stack>
    </ConfirmDialog>
  );
};

/** Ends a stopped run, after saying what stays unbilled. */
export const CancelDialog = ({ subject: runId, onClose, onDone }: DialogProps<number>) => (
  <WithRun runId={runId} title="Cancel the run?" state="stopped" onClose={onClose}>
    {(run) => <Question run={run} onClose={onClose} onDone={onDone} />}
  </WithRun>
);
