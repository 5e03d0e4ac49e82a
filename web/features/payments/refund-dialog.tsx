import { Alert, SimpleGrid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { useWatch } from 'react-hook-form';
import { wordNewcomer } from '#shared/bank/newcomer-words.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { refundBody } from '#shared/contract/payments/ledger-entries.ts';
import type { Debt, Newcomer } from '#shared/contract/payments/ledger-payments.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { MoneyAmount } from '../../components/money/money-amount.tsx';
import { Outcome } from '../../components/money/outcome.tsx';
import { NothingToDo, ReadBefore } from '../../components/money/read-before.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { RECORD_ACTS } from '../../lib/address/record-acts.ts';
import { entryFromAmount, readAmount } from '../../lib/forms/amount-entry.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { today } from '../../lib/money/today.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { BankDateField } from './bank-date-field.tsx';
import { MethodSelect } from './method-select.tsx';
import { MoneyTitle } from './money-title.tsx';
import { useRefundCredit } from './mutations.ts';
import { bankDay } from './payment-form.ts';

const refundForm = refundBody.extend({
  amount: amountEntry.pipe(refundBody.shape.amount),
  bankDate: bankDay,
});

/** Says what is paid back and what stays. */
const wordRefund = (amountCents: number, creditCents: number): string => {
  const leftCents = creditCents - amountCents;
  if (amountCents <= 0) {
    return `The client has ${formatRand(creditCents)} credit on account.`;
  }
  if (leftCents < 0) {
    return `${formatRand(-leftCents)} more than the client's credit.`;
  }

  return leftCents === 0
    ? `${formatRand(amountCents)} goes back to the client, who then has no credit on account.`
    : `${formatRand(amountCents)} goes back to the client, who keeps ${formatRand(leftCents)} credit on account.`;
};

/** What is written off is in no debt, and still payable (D65). */
const wordOwed = ({ owed, items }: Debt): string => {
  if (owed > 0) {
    return `The client owes ${formatAmount(owed)}.`;
  }

  return items.some(({ writtenOff }) => writtenOff > 0)
    ? 'Nothing is owed in our books either.'
    : 'The client owes nothing either.';
};

interface RefundFormProps extends RecordDialogProps {
  /** The amount that can be paid back, in rand. */
  credit: number;
  /** Set if credit comes from a line that was booked by typed words alone. */
  newcomer: Newcomer | null | undefined;
}

const RefundForm = ({ userId, client, credit, newcomer, onClose, onDone }: RefundFormProps) => {
  const refund = useRefundCredit(userId);
  const { form, keyed } = useMoneyForm(
    refundForm,
    { amount: entryFromAmount(credit), method: 'eft', bankDate: today(), reason: '' },
    `refund of ${userId}`,
  );
  const amount = useWatch({ control: form.control, name: 'amount' });
  const { errors } = form.formState;

  return (
    <FormDialog
      title={<MoneyTitle words="Refund to" client={client} plain={RECORD_ACTS['credit.refund'].label} />}
      description={
        credit > 0
          ? `The client has ${formatAmount(credit)} credit on account. The portal records the refund; your bank pays it.`
          : 'The client has no credit on account that could be paid back.'
      }
      firstField="amount"
      submitLabel="Record refund"
      refusal="Refund not recorded"
      form={form}
      save={refund}
      inputOf={keyed}
      onClose={onClose}
      onSaved={onDone}
    >
      <MoneyAmount control={form.control} name="amount" />
      <SimpleGrid columns={2} gap="3" alignItems="start">
        <BankDateField control={form.control} name="bankDate" />
        <FormField label={FIELD_LABELS.method} error={errors.method?.message}>
          <MethodSelect {...form.register('method')} />
        </FormField>
      </SimpleGrid>
      <Outcome textStyle="number.sm">
        {wordRefund(centsFromAmount(readAmount(amount)), centsFromAmount(credit))}
      </Outcome>
      {newcomer && (
        <Alert.Root status="warning" size="sm">
          <Alert.Indicator />
          <Alert.Title>
            {wordNewcomer(newcomer, new Date())}. A line of the bank was booked for this account by its name
            alone: make sure that the money is this client's.
          </Alert.Title>
        </Alert.Root>
      )}
      <ReasonField error={errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** Records that credit was paid back to a client. */
export const RefundDialog = (props: RecordDialogProps) => {
  const { userId, client, onClose } = props;

  return (
    <ReadBefore
      query={useQuery(debtQuery(userId))}
      title={<MoneyTitle words="Refund to" client={client} plain={RECORD_ACTS['credit.refund'].label} />}
      what="the credit"
      find={(debt) => (debt.credit > 0 ? debt : undefined)}
      nothing={(debt) => (
        <NothingToDo icon={Banknote} title="No credit to refund" onClose={onClose}>
          {wordOwed(debt)}
        </NothingToDo>
      )}
      onClose={onClose}
    >
      {(_, { credit, newcomer }) => <RefundForm {...props} credit={credit} newcomer={newcomer} />}
    </ReadBefore>
  );
};
