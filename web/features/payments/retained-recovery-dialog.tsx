import { Input, SimpleGrid } from '@chakra-ui/react';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { retainedRecoveryBody } from '#shared/contract/payments/retained-recoveries.ts';
import { FormDialog } from '../../components/dialog/form-dialog.tsx';
import { FormDate } from '../../components/form/date-field.tsx';
import { FormField } from '../../components/form/form-field.tsx';
import { MoneyAmount } from '../../components/money/money-amount.tsx';
import { useMoneyForm } from '../../components/money/use-money-form.ts';
import type { DialogProps } from '../../lib/address/dialogs.ts';
import { amountEntry } from '../../lib/forms/amount-schema.ts';
import { today } from '../../lib/money/today.ts';
import { MethodSelect } from './method-select.tsx';
import { useRecoverRetained } from './mutations.ts';
import { bankDay } from './payment-form.ts';

const { reference, amount } = retainedRecoveryBody.shape;

const recoveryForm = retainedRecoveryBody.extend({
  date: bankDay,
  amount: amountEntry.pipe(amount),
  reference: reference.nonoptional(),
});

/** Records money for a written-off invoice of a deleted client, which is known by its number alone (D11). */
export const RetainedRecoveryDialog = ({ title, onClose, onDone }: DialogProps) => {
  const recover = useRecoverRetained();
  const { form, keyed } = useMoneyForm(
    recoveryForm,
    { invoiceNumber: '', date: today(), amount: '', method: 'eft', reference: '' },
    'recovery of a retained invoice',
  );
  const { errors } = form.formState;

  return (
    <FormDialog
      title={title}
      description="For money that comes in for an invoice that was written off before its client was deleted. The VAT in it is declared as a recovered debt. It cannot be undone."
      firstField="invoiceNumber"
      submitLabel="Record recovery"
      submitPalette="red"
      refusal="Recovery not recorded"
      form={form}
      save={recover}
      inputOf={keyed}
      onSaved={onDone}
      onClose={onClose}
    >
      <FormField
        label={FIELD_LABELS.invoiceNumber}
        error={errors.invoiceNumber?.message}
        hint="As on the invoice, such as INV-2026-000123"
        isRequired
      >
        <Input size="sm" autoComplete="off" spellCheck={false} {...form.register('invoiceNumber')} />
      </FormField>
      <SimpleGrid columns={2} gap="3" alignItems="start">
        <MoneyAmount control={form.control} name="amount" />
        <FormDate control={form.control} name="date" label={FIELD_LABELS.date} max={today()} isRequired />
        <FormField label={FIELD_LABELS.method} error={errors.method?.message}>
          <MethodSelect {...form.register('method')} />
        </FormField>
        <FormField label={FIELD_LABELS.reference} error={errors.reference?.message}>
          <Input size="sm" autoComplete="off" {...form.register('reference')} />
        </FormField>
      </SimpleGrid>
    </FormDialog>
  );
};
