import { Box, Button, Dialog, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { type Debt, positiveAmount, reason } from '#shared/contract/ledger-payments.ts';
import { NO_TAKE_ON_BALANCE } from '#shared/ledger-words.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { AmountField } from '../../components/form/amount-field.tsx';
import { SegmentedChoice } from '../../components/form/segmented-choice.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { readAmount } from '../../lib/amount-entry.ts';
import { amountEntry } from '../../lib/amount-schema.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import { useDraft } from '../../lib/drafts.ts';
import type { NumberedClient } from '../../lib/full-name.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { ADJUST_TAKE_ON, CORRECTION_FRAME } from './money-forms.ts';
import { MoneyTitle } from './money-title.tsx';
import { useCorrectOpening } from './mutations.ts';

const DIRECTIONS = [
  { value: 'less', content: 'Owes less' },
  { value: 'more', content: 'Owes more' },
] as const;

const correctionForm = z.object({
  direction: z.enum(['less', 'more']),
  amount: amountEntry.pipe(positiveAmount),
  reason,
});

type CorrectionValues = z.input<typeof correctionForm>;

const wordBalance = (owedCents: number): string => {
  if (owedCents === 0) {
    return 'owes nothing';
  }

  return owedCents > 0 ? `owes ${formatRand(owedCents)}` : `has ${formatRand(-owedCents)} credit`;
};

/** Says what the client owes before and after the correction. */
const Outcome = ({ debt, direction, amount }: { debt: Debt } & Omit<CorrectionValues, 'reason'>) => {
  const owedCents = centsFromAmount(debt.owed) - centsFromAmount(debt.credit);
  const changeCents = Math.max(0, centsFromAmount(readAmount(amount)));

  return (
    <>
      <Text>The client {wordBalance(owedCents)} now.</Text>
      {changeCents > 0 && (
        <Text fontWeight="semibold">
          Afterwards the client{' '}
          {wordBalance(direction === 'less' ? owedCents - changeCents : owedCents + changeCents)}.
        </Text>
      )}
    </>
  );
};

interface CorrectionDialogProps {
  userId: number;
  client: NumberedClient | undefined;
  onClose: () => void;
}

const CorrectionForm = ({ userId, client, debt, onClose }: CorrectionDialogProps & { debt: Debt }) => {
  const idempotencyKey = useFormKey();
  const correct = useCorrectOpening(userId);
  const form = useForm<CorrectionValues, unknown, z.output<typeof correctionForm>>({
    resolver: zodResolver(correctionForm),
    defaultValues: { direction: 'less', amount: '', reason: '' },
  });
  useDraft(`correction of ${userId}`, form);
  const [direction, amount] = useWatch({ control: form.control, name: ['direction', 'amount'] });
  const { errors } = form.formState;

  return (
    <FormDialog
      title={<MoneyTitle words="Take-on balance of" client={client} plain={ADJUST_TAKE_ON} />}
      description="Changes only what was owed before the move to this portal. Invoices stay as they are, and imported credit cannot grow."
      firstField="amount"
      submitLabel="Adjust balance"
      refusal="Take-on balance not adjusted"
      form={form}
      save={correct}
      inputOf={(ready) => ({
        body: { amount: ready.direction === 'less' ? ready.amount : -ready.amount, reason: ready.reason },
        idempotencyKey,
      })}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="direction"
        render={({ field: { value, onChange } }) => (
          <SegmentedChoice label="Direction" choices={DIRECTIONS} value={value} onChange={onChange} />
        )}
      />
      <Controller
        control={form.control}
        name="amount"
        render={({ field }) => (
          <AmountField label={FIELD_LABELS.amount} isRequired error={errors.amount?.message} {...field} />
        )}
      />
      <Box
        bg="bg.subtle"
        borderRadius="l3"
        p="3"
        // Two lines, so that the dialog does not grow while an amount is typed.
        minH="16"
        textStyle="number.sm"
        aria-live="polite"
      >
        <Outcome debt={debt} direction={direction} amount={amount} />
      </Box>
      <ReasonField error={errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** Adjusts the balance with which a client was imported, or says that there is none. */
export const CorrectionDialog = ({ userId, client, onClose }: CorrectionDialogProps) => {
  const { data: debt, error, refetch } = useQuery(debtQuery(userId));
  if (debt && debt.takenOn !== null) {
    return <CorrectionForm userId={userId} client={client} debt={debt} onClose={onClose} />;
  }

  return (
    <Modal
      title={<MoneyTitle words="Take-on balance of" client={client} plain={CORRECTION_FRAME.title} />}
      onClose={onClose}
    >
      <Dialog.Body minH={debt || error ? undefined : CORRECTION_FRAME.height}>
        {debt && (
          <EmptyNote
            icon={Scale}
            title="Nothing to adjust"
            action={
              <Button size="sm" variant="outline" mt="2" onClick={onClose}>
                Back to the payments
              </Button>
            }
          >
            {NO_TAKE_ON_BALANCE}
          </EmptyNote>
        )}
        {error && !debt && (
          <LoadError title="The balance could not be read" error={error} onRetry={refetch} />
        )}
        {!debt && !error && <SkeletonRows label="Loading the balance" rows={3} height="12" />}
      </Dialog.Body>
    </Modal>
  );
};
