import { Box, Text } from '@chakra-ui/react';
import { zodResolver } from '@hookform/resolvers/zod';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import type * as z from 'zod';
import type { Debt } from '#shared/contract/ledger-payments.ts';
import { writeOffReversalBody } from '#shared/contract/write-offs.ts';
import { centsFromAmount } from '#shared/money.ts';
import { useDraft } from '../../lib/drafts.ts';
import { useFormKey } from '../../lib/idempotency-key.ts';
import { wordOutcome } from '../../lib/money-outcome.ts';
import { FormDialog } from '../dialog/form-dialog.tsx';
import { ReasonField } from './reason-field.tsx';

/** Credit of the client pays at once what is owed again (D53). */
const outcomeOf = ({ owed, credit }: Debt, writtenOff: number) => {
  const owedCents = centsFromAmount(owed) - centsFromAmount(credit) + centsFromAmount(writtenOff);

  return { owedCents: Math.max(0, owedCents), creditCents: Math.max(0, -owedCents) };
};

interface TakeBackFormProps {
  title: ReactNode;
  /** What is written off, in rand; undefined if only the server knows it. */
  writtenOff: number | undefined;
  debt: Debt | undefined;
  /** The name under which typed text outlives an ended session. */
  draft: string;
  save: UseMutationResult<
    unknown,
    Error,
    { body: z.output<typeof writeOffReversalBody>; idempotencyKey: string }
  >;
  onClose: () => void;
}

/** Takes back all that is still written off. */
export const TakeBackForm = ({ title, writtenOff, debt, draft, save, onClose }: TakeBackFormProps) => {
  const idempotencyKey = useFormKey();
  const form = useForm({ resolver: zodResolver(writeOffReversalBody), defaultValues: { reason: '' } });
  useDraft(draft, form);

  return (
    <FormDialog
      title={title}
      description="All that is still written off is owed in our books again, and the oldest is paid first again."
      firstField="reason"
      submitLabel="Take back"
      refusal="Write-off not taken back"
      form={form}
      save={save}
      inputOf={(body) => ({ body, idempotencyKey })}
      onClose={onClose}
    >
      <Box bg="bg.subtle" borderRadius="l3" p="3" minH="12" aria-live="polite">
        <Text textStyle="number.sm" fontWeight="semibold">
          {debt && writtenOff !== undefined
            ? wordOutcome(outcomeOf(debt, writtenOff))
            : 'Credit of the client pays it at once, as far as it goes.'}
        </Text>
      </Box>
      <ReasonField isForAdmins error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};
