import { Input, type InputProps } from '@chakra-ui/react';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { FormField } from '../../components/form/form-field.tsx';
import { today } from '../../lib/money/today.ts';

interface BankDateFieldProps extends InputProps {
  error: string | undefined;
}

/** The day on which the bank moved the money of a refund or of a returned payment (D70). */
export const BankDateField = ({ error, ...input }: BankDateFieldProps) => (
  <FormField label={FIELD_LABELS.bankDate} error={error} hint="Statements show it on today's date">
    <Input size="sm" type="date" max={today()} {...input} />
  </FormField>
);
