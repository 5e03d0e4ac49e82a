import * as z from 'zod';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { date } from '#shared/contract/fields.ts';
import { nameDay } from '#shared/dates.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { FormDate } from '../../../components/form/date-field.tsx';
import type { DialogProps } from '../../../lib/address/dialogs.ts';
import { toast } from '../../../lib/browser/toast.ts';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { useMakeDraft } from '../mutations.ts';
import { WithRun } from './with-run.tsx';

const TITLE = 'Change the due date?';

const dueForm = z.object({ dueDate: date });

type DueFormProps = Pick<DialogProps, 'onClose' | 'onDone'> & { run: BillingRun };

const DueForm = ({ run: { month, dueDate }, onClose, onDone }: DueFormProps) => {
  const draft = useMakeDraft();
  const form = useZodForm(dueForm, { dueDate });

  return (
    <FormDialog
      title={TITLE}
      description="All invoices of the run are due on this day. The draft is made anew with it, and keeps what you left out or took in."
      firstField="dueDate"
      submitLabel="Change the due date"
      refusal="The due date was not changed"
      form={form}
      save={draft}
      inputOf={(ready) => ({ month, dueDate: ready.dueDate })}
      onSaved={(run) => {
        onDone();
        toast({ title: `The invoices are due on ${nameDay(run.dueDate)}`, tone: 'success' });
      }}
      onClose={onClose}
    >
      <FormDate control={form.control} name="dueDate" label="Due date" isRequired />
    </FormDialog>
  );
};

/** Makes a draft anew with another due date. */
export const DueDialog = ({ subject: runId, ...ways }: DialogProps<number>) => (
  <WithRun runId={runId} title={TITLE} state="draft" onClose={ways.onClose}>
    {(run) => <DueForm run={run} {...ways} />}
  </WithRun>
);
