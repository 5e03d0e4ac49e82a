import { Input } from '@chakra-ui/react';
import { useWatch } from 'react-hook-form';
import * as z from 'zod';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { paymentBody, reason } from '#shared/contract/payments/ledger-payments.ts';
import { dayAfter } from '#shared/dates.ts';
import { FUTURE_DATE } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { FormDate } from '../../../components/form/date-field.tsx';
import { FormField } from '../../../components/form/form-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { wordClosedDay } from '../../../lib/money/closed-day.ts';
import { findMain } from './find-row.ts';
import { type LineHandlers, useLineWrite } from './mutations.ts';

const today = (): string => dayAfter(new Date(), 0);

interface SendBackDialogProps {
  line: BankLine;
  handlers: LineHandlers;
  onClose: () => void;
}

/** Notes that money of nobody went back to who sent it. */
export const SendBackDialog = ({ line, handlers, onClose }: SendBackDialogProps) => {
  const send = useLineWrite(handlers);
  const form = useZodForm(
    z.object({
      bankDate: paymentBody.shape.date
        .refine((day) => day <= today(), FUTURE_DATE)
        .refine((day) => day >= line.date, 'It cannot go back before it came.'),
      reason,
    }),
    { bankDate: today(), reason: '' },
  );
  const { errors } = form.formState;
  const sentOn = useWatch({ control: form.control, name: 'bankDate' });
  // What is sent back stands on the day on which it is noted.
  const closed =
    line.standsOn !== null && sentOn < line.standsOn && wordClosedDay('it', sentOn, today(), new Date());

  return (
    <FormDialog
      title={`${formatAmount(line.amount)} was sent back`}
      description="The portal moves no money: it notes what your bank did. The line is then done."
      firstField="reason"
      submitLabel="Note it"
      refusal="The money is still unidentified"
      form={form}
      save={send}
      inputOf={(sentBack) => ({ does: 'book' as const, line, body: { sentBack } })}
      onClose={onClose}
      finalFocus={findMain}
    >
      <FormDate
        control={form.control}
        name="bankDate"
        label={FIELD_LABELS.bankDate}
        hint={closed || undefined}
        min={line.date}
        max={today()}
        isRequired
      />
      <FormField
        label={FIELD_LABELS.reason}
        error={errors.reason?.message}
        hint="Only administrators see it."
        isRequired
      >
        <Input size="sm" autoComplete="off" {...form.register('reason')} />
      </FormField>
    </FormDialog>
  );
};
