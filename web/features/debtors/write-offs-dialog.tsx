import { Button, Dialog, Stack, Text } from '@chakra-ui/react';
import type { Debtor } from '#shared/contract/debtors/ledger-statements.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { WRITE_OFFS_MAX } from '#shared/contract/money-limits.ts';
import { type WriteOffOutcome, writeOffsBody } from '#shared/contract/write-offs.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { TextArea } from '../../components/form/text-area.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import { WRITE_OFF_MEANING } from '../../components/money/write-off-dialog.tsx';
import { ClientRows } from './client-rows.tsx';
import { useWriteOffClients } from './mutations.ts';

const writeOffsForm = writeOffsBody.pick({ reason: true, collection: true });

const countClients = (clients: number) => (clients === 1 ? '1 client' : `${formatCount(clients)} clients`);

const sumCents = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + centsFromAmount(amount), 0);

interface WrittenProps {
  debtors: readonly Debtor[];
  outcomes: readonly WriteOffOutcome[];
  onClose: () => void;
}

/** What was written off of each client, and why nothing was. */
const Written = ({ debtors, outcomes, onClose }: WrittenProps) => {
  const written = outcomes.filter(({ refused }) => refused === null);
  const nameOf = (userId: number) => {
    const debtor = debtors.find((one) => one.userId === userId);

    return debtor ? nameOfClient(debtor) : `Client ${userId}`;
  };

  return (
    <Modal title="Write off" onClose={onClose}>
      <Dialog.Body>
        <Stack gap="4">
          <Text role="status">
            {written.length === 0
              ? 'Nothing was written off.'
              : `${formatRand(sumCents(written.map(({ amount }) => amount)))} of ${countClients(written.length)} is written off.`}
          </Text>
          <ClientRows
            label="Each client"
            rows={outcomes.map(({ userId, amount, refused }) => ({
              userId,
              name: nameOf(userId),
              words: refused ?? `${formatAmount(amount)} written off`,
              isRefused: refused !== null,
            }))}
          />
        </Stack>
      </Dialog.Body>
      <Dialog.Footer>
        <Button size="sm" onClick={onClose}>
          Done
        </Button>
      </Dialog.Footer>
    </Modal>
  );
};

interface WriteOffsDialogProps {
  /** The selected debtors. */
  debtors: readonly Debtor[];
  /** Called when the dialog closes after it has written. */
  onWritten: () => void;
  onClose: () => void;
}

/** Writes off all that the selected debtors owe; it names each of them before and after. */
export const WriteOffsDialog = ({ debtors: selected, onWritten, onClose }: WriteOffsDialogProps) => {
  const writeOff = useWriteOffClients();
  const { form, keyed } = useMoneyForm(writeOffsForm, { reason: '', collection: '' });
  const { errors } = form.formState;
  const cents = sumCents(selected.map(({ due }) => due));
  if (writeOff.data) {
    const close = () => {
      onWritten();
      onClose();
    };

    return <Written debtors={selected} outcomes={writeOff.data} onClose={close} />;
  }

  if (selected.length > WRITE_OFFS_MAX) {
    return (
      <Modal title="Write off" onClose={onClose}>
        <Dialog.Body>
          <Text role="alert">At most {WRITE_OFFS_MAX} clients at a time. Please select fewer.</Text>
        </Dialog.Body>
        <Dialog.Footer>
          <Button size="sm" onClick={onClose}>
            Close
          </Button>
        </Dialog.Footer>
      </Modal>
    );
  }

  return (
    <FormDialog
      title={`Write off ${formatRand(cents)} of ${countClients(selected.length)}?`}
      description={`All that they owe when you press, due or not. ${WRITE_OFF_MEANING} The VAT in tax invoices is a bad debt in the VAT report once their returns are filed.`}
      firstField="reason"
      submitLabel={`Write off ${countClients(selected.length)}`}
      submitPalette="red"
      refusal="Nothing was written off"
      form={form}
      save={writeOff}
      inputOf={(ready) => keyed({ userIds: selected.map(({ userId }) => userId), ...ready })}
      // The outcome takes the place of the form.
      onSaved={() => undefined}
      onClose={onClose}
    >
      <ClientRows
        label="Who is written off"
        rows={selected.map((debtor) => ({
          userId: debtor.userId,
          name: nameOfClient(debtor),
          words: formatAmount(debtor.due),
        }))}
      />
      <ReasonField isForAdmins error={errors.reason?.message} {...form.register('reason')} />
      <FormField
        label={FIELD_LABELS.collection}
        error={errors.collection?.message}
        hint="Only administrators see it. The tax authority asks for it."
        isRequired
      >
        <TextArea rows={2} {...form.register('collection')} />
      </FormField>
    </FormDialog>
  );
};
