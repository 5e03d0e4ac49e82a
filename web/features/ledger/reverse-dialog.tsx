import { Button, Dialog } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { SearchX } from 'lucide-react';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import * as z from 'zod';
import { type Payment, reason } from '#shared/contract/ledger-payments.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { EmptyNote } from '../../components/empty-note.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { Modal } from '../../components/modal.tsx';
import { SkeletonRows } from '../../components/skeleton-rows.tsx';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { REVERSAL_FRAME } from './money-forms.ts';
import { usePayment, useReversePayment } from './payment-queries.ts';
import { ReasonField } from './reason-field.tsx';

const reversalForm = z.object({ reason });

interface ReversalFormProps {
  userId: number;
  payment: Payment;
  onClose: () => void;
}

const ReversalForm = ({ userId, payment, onClose }: ReversalFormProps) => {
  const idempotencyKey = useFormKey();
  const reverse = useReversePayment(userId, payment.id);
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

const MissingPayment = ({ onClose }: { onClose: () => void }) => (
  <EmptyNote
    icon={SearchX}
    title="Payment not found"
    action={
      <Button size="sm" variant="outline" mt="2" onClick={onClose}>
        Back to the payments
      </Button>
    }
  >
    This client has no such payment.
  </EmptyNote>
);

interface ReverseDialogProps {
  userId: number;
  /** The id in the address. */
  paymentId: number;
  onClose: () => void;
}

/** Reverses a payment, for example one that the bank returned. */
export const ReverseDialog = ({ userId, paymentId, onClose }: ReverseDialogProps) => {
  const { payment, isMissing, error, refetch } = usePayment(userId, paymentId);
  // A newer payment may move this one off the last page that was read, and the form holds a typed reason.
  const [found, setFound] = useState(payment);
  if (payment && payment !== found) {
    setFound(payment);
  }
  if (found) {
    return <ReversalForm userId={userId} payment={found} onClose={onClose} />;
  }

  return (
    <Modal title={REVERSAL_FRAME.title} onClose={onClose}>
      <Dialog.Body minH={error || isMissing ? undefined : REVERSAL_FRAME.height}>
        {isMissing && <MissingPayment onClose={onClose} />}
        {error && <LoadError title="The payment could not be read" error={error} onRetry={refetch} />}
        {!error && !isMissing && <SkeletonRows label="Loading the payment" rows={3} height="12" />}
      </Dialog.Body>
    </Modal>
  );
};
