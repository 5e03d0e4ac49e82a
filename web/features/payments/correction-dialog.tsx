import { Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Scale } from 'lucide-react';
import { Controller, useWatch } from 'react-hook-form';
import * as z from 'zod';
import { type Debt, positiveAmount, reason } from '#shared/contract/payments/ledger-payments.ts';
import { NO_TAKE_ON_BALANCE } from '#shared/invoices/ledger-words.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { SegmentedChoice } from '../../components/form/segmented-choice.tsx';
import { MoneyAmount } from '../../components/money/money-amount.tsx';
import { Outcome } from '../../components/money/outcome.tsx';
import { NothingToDo, ReadBefore } from '../../components/money/read-before.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { readAmount } from '../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
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
const BeforeAndAfter = ({ debt, direction, amount }: { debt: Debt } & Omit<CorrectionValues, 'reason'>) => {
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

const CorrectionForm = ({ userId, client, debt, onClose, onDone }: RecordDialogProps & { debt: Debt }) => {
  const correct = useCorrectOpening(userId);
  const { form, keyed } = useMoneyForm(
    correctionForm,
    { direction: 'less', amount: '', reason: '' },
    `correction of ${userId}`,
  );
  const [direction, amount] = useWatch({ control: form.control, name: ['direction', 'amount'] });
  const { errors } = form.formState;

  return (
    <FormDialog
      title={
        <MoneyTitle
          words="Adjust take-on balance of"
          client={client}
          plain={RECORD_ACTS['opening.correct'].label}
        />
      }
      description="Changes only what was owed before the move to this portal. Invoices stay as they are, and imported credit cannot grow."
      firstField="amount"
      submitLabel={RECORD_ACTS['opening.correct'].label}
      refusal="Take-on balance not adjusted"
      form={form}
      save={correct}
      inputOf={({ direction: way, amount: changed, reason: why }) =>
        keyed({ amount: way === 'less' ? changed : -changed, reason: why })
      }
      onClose={onClose}
      onSaved={onDone}
    >
      <Controller
        control={form.control}
        name="direction"
        render={({ field: { value, onChange } }) => (
          <SegmentedChoice label="Direction" choices={DIRECTIONS} value={value} onChange={onChange} />
        )}
      />
      <MoneyAmount control={form.control} name="amount" />
      {/* Two lines, so that the dialog does not grow while an amount is typed. */}
      <Outcome minH="16" textStyle="number.sm">
        <BeforeAndAfter debt={debt} direction={direction} amount={amount} />
      </Outcome>
      <ReasonField error={errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** Adjusts the balance with which a client was imported, or says that there is none. */
export const CorrectionDialog = (props: RecordDialogProps) => {
  const { userId, client, onClose } = props;

  return (
    <ReadBefore
      query={useQuery(debtQuery(userId))}
      title={
        <MoneyTitle
          words="Adjust take-on balance of"
          client={client}
          plain={RECORD_ACTS['opening.correct'].label}
        />
      }
      what="the balance"
      find={(debt) => (debt.takenOn === null ? undefined : debt)}
      nothing={() => (
        <NothingToDo icon={Scale} title="Nothing to adjust" onClose={onClose}>
          {NO_TAKE_ON_BALANCE}
        </NothingToDo>
      )}
      onClose={onClose}
    >
      {(debt) => <CorrectionForm {...props} debt={debt} />}
    </ReadBefore>
  );
};
