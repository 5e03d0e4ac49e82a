import { Text } from '@chakra-ui/react';
import * as z from 'zod';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { reason } from '#shared/contract/payments/ledger-payments.ts';
import { formatAmount } from '#shared/money.ts';
import { FormDialog } from '../../../components/dialog/form-dialog.tsx';
import { MoneyLine, MoneyLines } from '../../../components/money/money-lines.tsx';
import { Outcome } from '../../../components/money/outcome.tsx';
import { ReasonField } from '../../../components/money/reason-field.tsx';
import { useZodForm } from '../../../lib/forms/use-zod-form.ts';
import { findMain } from './find-row.ts';
import { nameClient } from './line-words.ts';
import { type LineHandlers, useLineWrite } from './mutations.ts';
import { StandsOn } from './stands-on.tsx';

const reopenForm = z.object({ reason });

interface ReopenDialogProps {
  line: BankLine;
  handlers: LineHandlers;
  onClose: () => void;
}

/** Opens a booked line again, which reverses its payments. */
export const ReopenDialog = ({ line, handlers, onClose }: ReopenDialogProps) => {
  const reopen = useLineWrite(handlers);
  const form = useZodForm(reopenForm, { reason: 'Booked by mistake' });

  return (
    <FormDialog
      title={`Open the line of ${formatAmount(line.amount)} again?`}
      description="Payments that it booked are reversed, and what they paid is owed again. Payments that were recorded before stay."
      firstField="reason"
      submitLabel="Open it again"
      submitPalette="red"
      refusal="The line stays as it is"
      form={form}
      save={reopen}
      inputOf={({ reason: typed }) => ({ does: 'reopen' as const, line, reason: typed })}
      onClose={onClose}
      finalFocus={findMain}
    >
      {line.booked.length > 0 && (
        <Outcome>
          <MoneyLines>
            {line.booked.map((one) => (
              <MoneyLine
                key={one.paymentId}
                name={nameClient(one)}
                {...(one.OWNumber && { detail: one.OWNumber })}
                amount={formatAmount(one.amount)}
              />
            ))}
          </MoneyLines>
          <Text textStyle="sm">
            Whoever was thanked by mail for it, and still gets mails, gets ‘That payment was not yours’.
          </Text>
        </Outcome>
      )}
      <StandsOn line={line} what="what is reversed" />
      <ReasonField error={form.formState.errors.reason?.message} {...form.register('reason')} />
    </FormDialog>
  );
};
