import { Alert, Box, Button, Dialog, SimpleGrid, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { Banknote } from 'lucide-react';
import { useState } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { refundBody } from '#shared/contract/ledger-entries.ts';
import type { Debt, Newcomer } from '#shared/contract/ledger-payments.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { wordNewcomer } from '#shared/newcomer-words.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { Modal } from '../../components/dialog/modal.tsx';
import { AmountField } from '../../components/form/amount-field.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { ReasonField } from '../../components/money/reason-field.tsx';
import { entryFromAmount, readAmount } from '../../lib/amount-entry.ts';
import { amountEntry } from '../../lib/amount-schema.ts';
import { debtQuery } from '../../lib/debt-query.ts';
import { useDraft } from '../../lib/drafts.ts';
import type { NumberedClient } from '../../lib/full-name.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { BankDateField } from './bank-date-field.tsx';
import { MethodSelect } from './method-select.tsx';
import { REFUND_FRAME } from './money-forms.ts';
import { MoneyTitle } from './money-title.tsx';
import { useRefundCredit } from './mutations.ts';
import { bankDay } from './payment-form.ts';
import { today } from './today.ts';

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

interface RefundDialogProps {
  userId: number;
  client: NumberedClient | undefined;
  onClose: () => void;
}

interface RefundFormProps extends RefundDialogProps {
  /** The amount that can be paid back, in rand. */
  credit: number;
  /** Set if credit comes from a line that was booked by typed words alone. */
  newcomer: Newcomer | null | undefined;
}

const RefundForm = ({ userId, client, credit, newcomer, onClose }: RefundFormProps) => {
  const idempotencyKey = useFormKey();
  const refund = useRefundCredit(userId);
  const form = useForm<z.input<typeof refundForm>, unknown, z.output<typeof refundForm>>({
    resolver: zodResolver(refundForm),
    defaultValues: { amount: entryFromAmount(credit), method: 'eft', bankDate: today(), reason: '' },
  });
  useDraft(`refund of ${userId}`, form);
  const amount = useWatch({ control: form.control, name: 'amount' });
  const { errors } = form.formState;

  return (
    <FormDialog
      title={<MoneyTitle words="Refund to" client={client} plain={REFUND_FRAME.title} />}
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
      <SimpleGrid columns={2} gap="3" alignItems="start">
        <BankDateField error={errors.bankDate?.message} {...form.register('bankDate')} />
        <FormField label={FIELD_LABELS.method} error={errors.method?.message}>
          <MethodSelect {...form.register('method')} />
        </FormField>
      </SimpleGrid>
      <Box bg="bg.subtle" borderRadius="l3" p="3" aria-live="polite">
        <Text textStyle="number.sm">
          {wordRefund(centsFromAmount(readAmount(amount)), centsFromAmount(credit))}
        </Text>
      </Box>
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
export const RefundDialog = ({ userId, client, onClose }: RefundDialogProps) => {
  const { data: debt, error, refetch } = useQuery(debtQuery(userId));
  // A form that has begun stays, because it holds typed values, also if the credit is gone meanwhile.
  const [hasBegun, setHasBegun] = useState(false);
  if (debt && debt.credit > 0 && !hasBegun) {
    setHasBegun(true);
  }
  if (debt && hasBegun) {
    return (
      <RefundForm
        userId={userId}
        client={client}
        credit={debt.credit}
        newcomer={debt.newcomer}
        onClose={onClose}
      />
    );
  }

  return (
    <Modal
      title={<MoneyTitle words="Refund to" client={client} plain={REFUND_FRAME.title} />}
      onClose={onClose}
    >
      <Dialog.Body minH={debt || error ? undefined : REFUND_FRAME.height}>
        {debt && (
          <EmptyNote
            icon={Banknote}
            title="No credit to refund"
            action={
              <Button size="sm" variant="outline" mt="2" onClick={onClose}>
                Back to the payments
              </Button>
            }
          >
            {wordOwed(debt)}
          </EmptyNote>
        )}
        {error && !debt && <LoadError title="The credit could not be read" error={error} onRetry={refetch} />}
        {!debt && !error && <SkeletonRows label="Loading the credit" rows={3} height="12" />}
      </Dialog.Body>
    </Modal>
  );
};
