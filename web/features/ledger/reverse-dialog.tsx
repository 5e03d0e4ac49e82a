import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { type Payment, reason } from '#shared/contract/ledger-payments.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { FoundPayment } from './found-payment.tsx';
import { REVERSAL_FRAME } from './money-forms.ts';
import { useReversePayment } from './mutations.ts';
import { ReasonField } from './reason-field.tsx';

const reversalForm = z.object({ reason });

interface ReversalFormProps {
  payment: Payment;
  onClose: () => void;
}

const ReversalForm = ({ payment, onClose }: ReversalFormProps) => {
  const idempotencyKey = useFormKey();
  const reverse = useReversePayment(payment.id);
  const form = useForm({ resolver: zodResolver(reversalForm), defaultValues: { reason: '' } });
  useDraft(`reversal of ${payment.id}`, form);

  return (
    <FormDialog
      title={REVERSAL_FRAME.title}
      description={`${formatAmount(payment.amount)} of ${formatDateShort(payment.date)}. What it paid is owed again, unless other credit pays it. This cannot be undone.`}
      firstField="reason"
      submitLabel="Reverse payment"
      refusal="Payment not reversed"
      form={form}
      save={reverse}
      inputOf={(body) => ({ body, idempotencyKey })}
      onClose={onClose}
    >
      <ReasonField error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

interface ReverseDialogProps {
  userId: number;
  /** The id in the address. */
  paymentId: number;
  onClose: () => void;
}

/** Reverses a payment, for example one that the bank returned. */
export const ReverseDialog = ({ userId, paymentId, onClose }: ReverseDialogProps) => (
  <FoundPayment userId={userId} paymentId={paymentId} frame={REVERSAL_FRAME} onClose={onClose}>
    {(payment) => <ReversalForm payment={payment} onClose={onClose} />}
  </FoundPayment>
);
