import { Box, Input, Text, useFieldContext } from '@chakra-ui/react';
import { type ReactNode, type Ref, useId } from 'react';
import { type Control, Controller, type FieldPathByValue, type FieldValues } from 'react-hook-form';
import { nameDayOfWeek } from '../../lib/words/day-of-week.ts';
import { FormField } from './form-field.tsx';

interface DayInputProps {
  /** '2026-11-30', or '' for none. */
  value: string;
  onChange: (day: string) => void;
  onBlur?: () => void;
  name?: string;
  min?: string | undefined;
  max?: string | undefined;
  ref?: Ref<HTMLInputElement>;
  /** False if the page says the day in words already. */
  isWorded?: boolean;
}

/** Beside a label of its own: the browser's date field, whose notation is the browser's, and its day in words. */
export const DayInput = ({ value, onChange, isWorded = true, ...input }: DayInputProps) => {
  const wordsId = useId();
  const { ariaDescribedby } = useFieldContext();

  return (
    <Box width="full" containerType="inline-size">
      <Input
        {...input}
        size="sm"
        type="date"
        value={value}
        onChange={({ target }) => onChange(target.value)}
        aria-describedby={[isWorded && wordsId, ariaDescribedby].filter(Boolean).join(' ') || undefined}
      />
      {isWorded && (
        <Text
          id={wordsId}
          textStyle="xs"
          color="fg.muted"
          mt="1"
          // The room is there before the words; the longest need two lines in half of a phone's width.
          css={{ minHeight: '1lh', '@container (max-width: 11rem)': { minHeight: '2lh' } }}
        >
          {nameDayOfWeek(value)}
        </Text>
      )}
    </Box>
  );
};

interface DateFieldProps extends DayInputProps {
  label: ReactNode;
  error?: string | undefined;
  /** Shown under the day in words while there is no error. */
  hint?: ReactNode;
  isRequired?: boolean;
}

/** A field for a day, with a visible label and the chosen day in words beneath. */
export const DateField = ({ label, error, hint, isRequired = false, ...input }: DateFieldProps) => (
  <FormField label={label} error={error} hint={hint} isRequired={isRequired}>
    <DayInput {...input} />
  </FormField>
);

interface FormDateProps<Values extends FieldValues, Ready>
  extends Omit<DateFieldProps, 'value' | 'onChange' | 'error'> {
  control: Control<Values, unknown, Ready>;
  name: FieldPathByValue<Values, string>;
}

/** The date field of a form. */
export const FormDate = <Values extends FieldValues, Ready>({
  control,
  name,
  ...input
}: FormDateProps<Values, Ready>) => (
  <Controller
    control={control}
    name={name}
    render={({ field, fieldState }) => <DateField {...input} {...field} error={fieldState.error?.message} />}
  />
);
