import type { ReactNode } from 'react';
import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { FIELD_LABELS } from '#shared/contract/labels.ts';
import { AmountField } from '../form/amount-field.tsx';

interface MoneyAmountProps<Values extends FieldValues, Ready> {
  control: Control<Values, unknown, Ready>;
  name: FieldPathByValue<Values, string>;
  label?: ReactNode;
  isRequired?: boolean;
  /** A sentence about the amount at another field of the form. */
  error?: string | undefined;
  hint?: ReactNode;
}

/** The field of a form for rand. */
export const MoneyAmount = <Values extends FieldValues, Ready>({
  control,
  name,
  label = FIELD_LABELS.amount,
  isRequired = true,
  error,
  hint,
}: MoneyAmountProps<Values, Ready>) => (
  <Controller
    control={control}
    name={name}
    render={({ field, fieldState }) => (
      <AmountField
        label={label}
        isRequired={isRequired}
        error={fieldState.error?.message ?? error}
        hint={hint}
        {...field}
      />
    )}
  />
);
