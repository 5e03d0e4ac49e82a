import { Dialog } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Controller, useForm } from 'react-hook-form';
import type * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { refundBody } from '#shared/contract/ledger-entries.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { AmountField } from '../../components/form/amount-field.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { entryFromAmount } from '../../lib/amount-entry.ts';
import { amountEntry } from '../../lib/amount-schema.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { MethodSelect } from './method-select.tsx';
import { REFUND_FRAME } from './money-forms.ts';
import { useRefundCredit } from './mutations.ts';
import { ReasonField } from './reason-field.tsx';

const refundForm = refundBody.extend({ amount: amountEntry.pipe(refundBody.shape.amount) });

interface RefundDialogProps {
  userId: number;
  onClose: () => void;
}

interface RefundFormProps extends RefundDialogProps {
  /** The amount that can be paid back, in rand. */
  credit: number;
}

const RefundForm = ({ userId, credit, onClose }: RefundFormProps) => {
  const idempotencyKey = useFormKey();
  const refund = useRefundCredit(userId);
  const form = useForm<z.input<typeof refundForm>, unknown, z.output<typeof refundForm>>({
    resolver: zodResolver(refundForm),
    defaultValues: { amount: entryFromAmount(credit), method: 'eft', reason: '' },
  });
  useDraft(`refund of ${userId}`, form);
  const { errors } = form.formState;

  return (
    <FormDialog
      title={REFUND_FRAME.title}
      description={
        credit > 0
          ? `The client has ${formatAmount(credit)} credit. The portal records the refund; your bank pays it.`
          : 'The client has no credit that could be paid back.'
      }
      firstField="amount"
      submitLabel="Record refund"
      refusal="Refund not recorded"
      form={form}
      save={refund}
      inputOf={(body) => ({ body, idempotencyKey })}
      onClose={onClose}
    >
      <Controller
        control={form.control}
        name="amount"
        render={({ field }) => (
          <AmountField label={FIELD_LABELS.amount} isRequired error={errors.amount?.message} {...field} />
        )}
      />
      <FormField label={FIELD_LABELS.method} error={errors.method?.message}>
        <MethodSelect {...form.register('method')} />
      </FormField>
      <ReasonField error={errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};

/** Records that credit was paid back to a client. */
export const RefundDialog = ({ userId, onClose }: RefundDialogProps) => {
  const { data: debt, error, refetch } = useQuery(debtQuery(userId));
  if (debt) {
    return <RefundForm userId={userId} credit={debt.credit} onClose={onClose} />;
  }

  return (
    <Modal title={REFUND_FRAME.title} onClose={onClose}>
      <Dialog.Body minH={error ? undefined : REFUND_FRAME.height}>
        {error ? (
          <LoadError title="The credit could not be read" error={error} onRetry={refetch} />
        ) : (
          <SkeletonRows label="Loading the credit" rows={3} height="12" />
        )}
      </Dialog.Body>
    </Modal>
  );
};
