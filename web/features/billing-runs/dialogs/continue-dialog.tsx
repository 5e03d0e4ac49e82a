import { Dialog, Stack, Text } from '@chakra-ui/react';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { formatAmount } from '#shared/money.ts';
import { DialogFooter } from '../../../components/dialog/dialog-footer.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { useRunStep } from '../mutations.ts';
import { countInvoices, leftOf, monthAlone } from '../run-texts.ts';
import { WithRun } from './with-run.tsx';

type QuestionProps = Pick<DialogProps, 'onClose' | 'onDone'> & { run: BillingRun };

const Question = ({ run, onClose, onDone }: QuestionProps) => {
  const goOn = useRunStep(run.id, 'continue');
  const left = leftOf(run);

  return (
    <Modal
      title={`Go on with ${countInvoices(left.invoices)} over ${formatAmount(left.total)} for ${monthAlone(run.month)}?`}
      role="alertdialog"
      size="sm"
      onClose={onClose}
      initialFocus={() => document.querySelector<HTMLElement>('[role=alertdialog] [data-go-on]')}
    >
      <Dialog.Body>
        <Stack gap="3">
          <Text color="fg.muted">
            A run goes on only on the day on which it stopped. You can stop it again at any time.
          </Text>
          <RefusalNote title="The run does not go on" error={goOn.error} />
        </Stack>
      </Dialog.Body>
      <DialogFooter
        type="button"
        data-go-on
        onCancel={onClose}
        isBusy={goOn.isPending}
        onClick={() => goOn.mutate(undefined, { onSuccess: onDone })}
      >
        Go on
      </DialogFooter>
    </Modal>
  );
};

/** Goes on with a stopped run, after naming what that issues. */
export const ContinueDialog = ({ subject: runId, onClose, onDone }: DialogProps<number>) => (
  <WithRun runId={runId} title="Go on with the run?" state="stopped" onClose={onClose}>
    {(run) => <Question run={run} onClose={onClose} onDone={onDone} />}
  </WithRun>
);
