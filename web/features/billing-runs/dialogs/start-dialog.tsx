import { Dialog, Stack, Text } from '@chakra-ui/react';
import { useRef } from 'react';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { formatAmount } from '#shared/money.ts';
import { CancelButton } from '../../../components/dialog/cancel-button.tsx';
import { Modal } from '../../../components/dialog/modal.tsx';
import { RefusedDialog } from '../../../components/dialog/refused-dialog.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { ApiError } from '../../../lib/reads/api-error.ts';
import { useMakeDraft, useStartRun } from '../mutations.ts';
import { countInvoices, monthAlone, wordDays } from '../run-texts.ts';
import { Differences } from './differences.tsx';
import { WithRun } from './with-run.tsx';

/** How many invoices 'Issue the first, then stop' issues. */
const FIRST = 20;

const differencesOf = (error: Error | null) =>
  error instanceof ApiError && error.code === 'run_changed' ? (error.differences ?? []) : undefined;

type QuestionProps = Pick<DialogProps, 'onClose' | 'onDone'> & { run: BillingRun };

const Question = ({ run, onClose, onDone }: QuestionProps) => {
  const { id, month, invoices, total } = run;
  const cancelButton = useRef<HTMLButtonElement>(null);
  const start = useStartRun(id);
  const draft = useMakeDraft();
  const differences = differencesOf(start.error);
  const isFirstPending = start.isPending && start.variables.stopsAfter !== undefined;
  const issue = (stopsAfter?: number) =>
    start.mutate({ total, ...(stopsAfter !== undefined && { stopsAfter }) }, { onSuccess: onDone });

  return (
    <Modal
      title={`Issue ${countInvoices(invoices)} over ${formatAmount(total)} for ${monthAlone(month)}?`}
      role="alertdialog"
      onClose={onClose}
      initialFocus={() => cancelButton.current}
    >
      <Dialog.Body>
        <Stack gap="3">
          {differences ? (
            <Differences differences={differences} />
          ) : (
            <>
              <Text>{wordDays(run, new Date())}</Text>
              <Text color="fg.muted">
                They are issued, printed and mailed in the background, and you can stop that. What is issued
                is undone invoice by invoice, by a void or a credit note. Mails leave between 08:00 and 20:00,
                not on Sundays and public holidays.
              </Text>
              <RefusalNote title="The run was not started" error={start.error} />
            </>
          )}
          <RefusalNote title="The draft was not made" error={draft.error} />
        </Stack>
      </Dialog.Body>
      <Dialog.Footer flexWrap="wrap">
        <CancelButton ref={cancelButton} onClick={onClose}>
          Cancel
        </CancelButton>
        {differences ? (
          <BusyButton
            size="sm"
            isBusy={draft.isPending}
            onClick={() => draft.mutate({ month }, { onSuccess: onDone })}
          >
            Make the draft anew
          </BusyButton>
        ) : (
          <>
            {invoices > FIRST && (
              <BusyButton
                size="sm"
                variant="outline"
                isBusy={isFirstPending}
                disabled={start.isPending}
                onClick={() => issue(FIRST)}
              >
                Issue the first {FIRST}, then stop
              </BusyButton>
            )}
            <BusyButton
              size="sm"
              isBusy={start.isPending && !isFirstPending}
              disabled={start.isPending}
              onClick={() => issue()}
            >
              Issue all
            </BusyButton>
          </>
        )}
      </Dialog.Footer>
    </Modal>
  );
};

/** Names count, sum and month once more before the invoices of a draft are issued. */
export const StartDialog = ({ subject: runId, onClose, onDone }: DialogProps<number>) => (
  <WithRun runId={runId} title="Issue the invoices?" state="draft" onClose={onClose}>
    {(run) =>
      run.invoices === 0 ? (
        <RefusedDialog
          title="Issue the invoices?"
          why={`Nothing of ${monthAlone(run.month)} is left to invoice`}
          onClose={onClose}
        />
      ) : (
        <Question run={run} onClose={onClose} onDone={onDone} />
      )
    }
  </WithRun>
);
