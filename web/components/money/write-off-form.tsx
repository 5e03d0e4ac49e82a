import { Box, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Controller, useForm, useWatch } from 'react-hook-form';
import type * as z from 'zod';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import type { Debt } from '#shared/contract/ledger-payments.ts';
import { type WriteOffOrder, writeOffBody } from '#shared/contract/write-offs.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { entryFromAmount, readAmount } from '../../lib/amount-entry.ts';
import { amountEntry } from '../../lib/amount-schema.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { wordOutcome } from '../../lib/money-outcome.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { AmountField } from '../form/amount-field.tsx';
import { FormField } from '../form/form-field.tsx';
import { TextArea } from '../form/text-area.tsx';
import { ReasonField } from './reason-field.tsx';

const writeOffForm = writeOffBody.extend({ amount: amountEntry.pipe(writeOffBody.shape.amount) });

export const WRITE_OFF_MEANING =
  'The client still owes it, and a payment that names it brings it back. Our books no longer count it.';

interface OutcomeProps {
  cents: number;
  dueCents: number;
  debt: Debt | undefined;
}

/** Says what the client owes in our books then. */
const Outcome = ({ cents, dueCents, debt }: OutcomeProps) => {
  if (cents > dueCents) {
    return (
      <Text textStyle="number.sm" color="fg.error">
        {formatRand(cents - dueCents)} more than what is due.
      </Text>
    );
  }

  return (
    <>
      <Text textStyle="number.sm" fontWeight="semibold">
        {formatRand(cents)} leaves our books, {cents === dueCents ? 'nothing' : formatRand(dueCents - cents)}{' '}
        stays due.
      </Text>
      {debt && (
        <Text textStyle="number.sm">
          In our books: {wordOutcome({ owedCents: centsFromAmount(debt.owed) - cents, creditCents: 0 })}
        </Text>
      )}
    </>
  );
};

interface WriteOffFormProps {
  title: ReactNode;
  /** What can be written off, in rand. */
  due: number;
  /** Says what becomes of the VAT in an amount, in cents. */
  wordVat: (cents: number) => string;
  debt: Debt | undefined;
  /** The name under which typed text outlives an ended session. */
  draft: string;
  save: UseMutationResult<unknown, Error, { body: WriteOffOrder; idempotencyKey: string }>;
  onClose: () => void;
}

/** Writes off an amount that nobody expects any more. The client owes it still (D65). */
export const WriteOffForm = ({ title, due, wordVat, debt, draft, save, onClose }: WriteOffFormProps) => {
  const idempotencyKey = useFormKey();
  const form = useForm<z.input<typeof writeOffForm>, unknown, WriteOffOrder>({
    resolver: zodResolver(writeOffForm),
    defaultValues: { amount: entryFromAmount(due), reason: '', collection: '' },
  });
  useDraft(draft, form);
  const cents = centsFromAmount(readAmount(useWatch({ control: form.control, name: 'amount' })));
  const { errors } = form.formState;

  return (
    <FormDialog
      title={title}
      description={WRITE_OFF_MEANING}
      firstField="amount"
      submitLabel="Write off"
      refusal="Nothing was written off"
      form={form}
      save={save}
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
      <Box
        bg="bg.subtle"
        borderRadius="l3"
        p="3"
        // Its three sentences, of which two are read later.
        minH={{ base: '9rem', sm: '5.25rem' }}
        aria-live="polite"
      >
        <Outcome cents={cents} dueCents={centsFromAmount(due)} debt={debt} />
        <Text textStyle="number.sm" color="fg.muted">
          {wordVat(cents)}
        </Text>
      </Box>
      <ReasonField isForAdmins error={errors.reason?.message} {...form.register('reason')} />
      <FormField
        label={FIELD_LABELS.collection}
        error={errors.collection?.message}
        hint="Only administrators see it. The tax authority asks for it."
        isRequired
      >
        <TextArea rows={2} {...form.register('collection')} />
      </FormField>
    </FormDialog>
  );
};
