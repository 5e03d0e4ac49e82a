import { Stack, Text } from '@chakra-ui/react';
import { useNavigate } from '@tanstack/react-router';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { nameMonth } from '#shared/months.ts';
import { ConfirmDialog } from '../../../components/dialog/confirm-dialog.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { useDeleteDraft } from '../mutations.ts';
import { linkToRuns } from '../run-links.ts';
import { WithRun } from './with-run.tsx';

const Question = ({ run: { id, month }, onClose }: Pick<DialogProps, 'onClose'> & { run: BillingRun }) => {
  const navigate = useNavigate();
  const remove = useDeleteDraft(id);

  return (
    <ConfirmDialog
      title="Throw the draft away?"
      cancelLabel="Keep it"
      confirmLabel="Throw it away"
      isBusy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => {
            void navigate({ ...linkToRuns, replace: true });
            toast({ title: `The draft of ${nameMonth(month)} was thrown away`, tone: 'success' });
          },
        })
      }
      onCancel={onClose}
    >
      <Stack gap="3">
        <Text>
          What you left out or took in is forgotten. No invoice changes, and you can make a new draft at any
          time.
        </Text>
        <RefusalNote title="The draft was not thrown away" error={remove.error} />
      </Stack>
    </ConfirmDialog>
  );
};

/** Asks before a draft goes with what was decided about its lines. */
export const DeleteDialog = ({ subject: runId, onClose }: DialogProps<number>) => (
  <WithRun runId={runId} title="Throw the draft away?" state="draft" onClose={onClose}>
    {(run) => <Question run={run} onClose={onClose} />}
  </WithRun>
);
