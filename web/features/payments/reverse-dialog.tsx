import { Dialog, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod';
import { type Debt, type Payment, reason as reasonText } from '#shared/contract/payments/ledger-payments.ts';
import { nameEntry, nameItem, wordDays } from '#shared/invoices/ledger-words.ts';
import { formatAmount, formatRand } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { MoneyLine, MoneyLines } from '../../components/money/money-lines.tsx';
import { Outcome } from '../../components/money/outcome.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { RecordDialogProps } from '../../lib/address/dialogs.ts';
import { wordOutcome } from '../../lib/money/money-outcome.ts';
import { today } from '../../lib/money/today.ts';
import { debtQuery } from '../../lib/reads/debt-query.ts';
import { BankDateField } from './bank-date-field.tsx';
import { FoundPayment } from './found-payment.tsx';
import { LineLink } from './line-link.tsx';
import { MoneyTitle } from './money-title.tsx';
import { useReversePayment } from './mutations.ts';
import { bankDay } from './payment-form.ts';
import { planReversal } from './plan-reversal.ts';

const reversalForm = z.object({ reason: reasonText, bankDate: bankDay });

const ReversalUse = ({ payment, debt }: { payment: Payment; debt: Debt }) => {
  const { coveredCents, outcome } = planReversal(payment, debt);

  return (
    <>
      <MoneyLines>
        {payment.allocations.map(({ kind, invoiceNumber, amount }, index) => (
          <MoneyLine
            // biome-ignore lint/suspicious/noArrayIndexKey: several refunds have no other name.
            key={index}
            name={nameItem({ kind, number: invoiceNumber })}
            detail="Owed again"
            amount={formatAmount(amount)}
          />
        ))}
        {payment.unallocated > 0 && (
          <MoneyLine name="Credit on account" detail="Taken off" amount={formatAmount(payment.unallocated)} />
        )}
        {coveredCents > 0 && (
          <MoneyLine
            name="Other credit of the client"
            detail="Pays what is owed again, at once"
            amount={formatRand(coveredCents)}
          />
        )}
      </MoneyLines>
      <Text textStyle="number.sm">{wordOutcome(outcome)}</Text>
    </>
  );
};

interface ReversalFormProps extends Pick<RecordDialogProps, 'client' | 'onClose' | 'onDone'> {
  payment: Payment;
  /** The reason that is filled in. */
  reason: string;
}

const ReversalForm = ({ payment, client, reason, onClose, onDone }: ReversalFormProps) => {
  const reverse = useReversePayment(payment.id);
  const { data: debt } = useQuery(debtQuery(payment.userId));
  const { form, keyed } = useMoneyForm(
    reversalForm,
    { reason, bankDate: today() },
    `reversal of ${payment.id}`,
  );

  return (
    <FormDialog
      title={
        <MoneyTitle
          words={`Reverse ${formatAmount(payment.amount)} from`}
          client={client}
          end="?"
          plain="Reverse this payment?"
        />
      }
      description={`${nameEntry(payment)} of ${wordDays(payment)}. A reversal cannot be undone, but the payment can be recorded again.`}
      firstField="reason"
      submitLabel="Reverse payment"
      submitPalette="red"
      refusal="Payment not reversed"
      form={form}
      save={reverse}
      inputOf={keyed}
      onClose={onClose}
      onSaved={onDone}
    >
      <Outcome minH="20">
        {debt && payment.reversedAt === null ? (
          <ReversalUse payment={payment} debt={debt} />
        ) : (
          <Text textStyle="sm">What it paid is owed again, unless other credit pays it.</Text>
        )}
      </Outcome>
      <LineLink error={reverse.error} />
      <BankDateField control={form.control} name="bankDate" />
      <ReasonField error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** A form that has begun stays, because it holds a typed reason, also if somebody else was faster. */
const ReversalOnce = (props: ReversalFormProps) => {
  const { payment, client, onClose } = props;
  const [wasReversed] = useState(payment.reversedAt !== null);
  if (!wasReversed) {
    return <ReversalForm {...props} />;
  }

  return (
    <Modal title={<MoneyTitle words="Payment from" client={client} plain="Payment" />} onClose={onClose}>
      <Dialog.Body>
        <EmptyNote icon={RotateCcw} title="This payment is reversed already">
          {formatAmount(payment.amount)} of {wordDays(payment)}: <bdi>{payment.reversalReason}</bdi>
        </EmptyNote>
      </Dialog.Body>
    </Modal>
  );
};

type ReverseDialogProps = RecordDialogProps<{ paymentId: number; isMistake: boolean }>;

/** Reverses a payment, for example one that the bank returned. */
export const ReverseDialog = ({ subject, userId, ...dialog }: ReverseDialogProps) => (
  <FoundPayment
    userId={userId}
    paymentId={subject.paymentId}
    title="Reverse this payment?"
    onClose={dialog.onClose}
  >
    {(payment) => (
      <ReversalOnce {...dialog} payment={payment} reason={subject.isMistake ? 'Recorded by mistake' : ''} />
    )}
  </FoundPayment>
);
