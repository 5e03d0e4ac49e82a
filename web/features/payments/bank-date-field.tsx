import type { Control, FieldPathByValue, FieldValues } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { FormDate } from '../../components/form/date-field.tsx';
import { today } from '../../lib/money/today.ts';

interface BankDateFieldProps<Values extends FieldValues, Ready> {
  control: Control<Values, unknown, Ready>;
  name: FieldPathByValue<Values, string>;
}

/** The day on which the bank moved the money of a refund or of a returned payment (D70). */
export const BankDateField = <Values extends FieldValues, Ready>({
  control,
  name,
}: BankDateFieldProps<Values, Ready>) => (
  <FormDate
    control={control}
    name={name}
    label={FIELD_LABELS.bankDate}
    hint="Statements show it on today's date"
    max={today()}
  />
);
