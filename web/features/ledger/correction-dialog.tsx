import { Box, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { type Debt, positiveAmount, reason } from '#shared/contract/ledger-payments.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { AmountField } from '../../components/amount-field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { SegmentedChoice } from '../../components/segmented-choice.tsx';
import { readAmount } from '../../lib/amount-entry.ts';
import { amountEntry } from '../../lib/amount-schema.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { useCorrectOpening } from './payment-queries.ts';
import { ReasonField } from './reason-field.tsx';

const DIRECTIONS = [
  { value: 'less', content: 'Owes less' },
  { value: 'more', content: 'Owes more' },
] as const;

const correctionForm = z.object({
  direction: z.enum(['less', 'more']),
  amount: amountEntry.pipe(positiveAmount),
  reason,
});

type CorrectionForm = z.input<typeof correctionForm>;

const wordBalance = (owedCents: number): string => {
  if (owedCents === 0) {
    return 'owes nothing';
  }

  return owedCents > 0 ? `owes ${formatRand(owedCents)}` : `has ${formatRand(-owedCents)} credit`;
};

/** Says what the client owes before and after the correction. */
const Outcome = ({ debt, direction, amount }: { debt: Debt } & Omit<CorrectionForm, 'reason'>) => {
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
  onClose: () => void;
}

/** Corrects the balance with which a client came to the portal. */
export const CorrectionDialog = ({ userId, onClose }: CorrectionDialogProps) => {
  const idempotencyKey = useFormKey();
  const correct = useCorrectOpening(userId);
  const { data: debt } = useQuery(debtQuery(userId));
  const form = useForm<CorrectionForm, unknown, z.output<typeof correctionForm>>({
    resolver: zodResolver(correctionForm),
    defaultValues: { direction: 'less', amount: '', reason: '' },
  });
  useDraft(`correction of ${userId}`, form);
  const [direction, amount] = useWatch({ control: form.control, name: ['direction', 'amount'] });
  const { errors } = form.formState;

  return (
    <FormDialog
      title="Correct opening balance"
      description="Changes what the client owed or had as credit before the portal kept accounts. Invoices stay as they are."
      firstField="amount"
      submitLabel="Correct balance"
      refusal="Opening balance not corrected"
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
        {debt && <Outcome debt={debt} direction={direction} amount={amount} />}
      </Box>
      <ReasonField error={errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};
