import { Input } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { type Payment, reason } from '#shared/contract/payments.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { FormField } from '../../components/form-field.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { useReversePayment } from './queries.ts';

const reversalForm = z.object({ reason });

interface ReverseDialogProps {
  userId: number;
  payment: Payment;
  onClose: () => void;
}

/** Reverses a payment, for example one that the bank returned. */
export const ReverseDialog = ({ userId, payment, onClose }: ReverseDialogProps) => {
  const idempotencyKey = useFormKey();
  const reverse = useReversePayment(userId, payment.id);
  const form = useForm({ resolver: zodResolver(reversalForm), defaultValues: { reason: '' } });
  useDraft(`reversal of ${payment.id}`, form);

  return (
    <FormDialog
      title="Reverse this payment?"
      description={`${formatAmount(payment.amount)} of ${formatDateShort(payment.date)}. What it paid is owed again, unless other credit pays it. This cannot be undone.`}
      firstField="reason"
      submitLabel="Reverse payment"
      refusal="Payment not reversed"
      form={form}
      save={reverse}
      inputOf={(body) => ({ body, idempotencyKey })}
      onClose={onClose}
    >
      <FormField
        label={FIELD_LABELS.reason}
        error={form.formState.errors.reason?.message}
        hint="The client sees the reason"
        isRequired
      >
        <Input size="sm" autoComplete="off" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
};
