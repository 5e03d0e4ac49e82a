import { NativeSelect } from '@chakra-ui/react';
import { nameMonth } from '#shared/months.ts';
import { FormField } from './form-field.tsx';

interface MonthFieldProps {
  /** Such as '2026-11'. */
  month: string;
  months: readonly string[];
  hint?: string;
  onChange: (month: string) => void;
}

/** One of a few months, by name. */
export const MonthField = ({ month, months, hint, onChange }: MonthFieldProps) => (
  <FormField label="Month" hint={hint}>
    <NativeSelect.Root size="sm">
      <NativeSelect.Field value={month} onChange={({ target }) => onChange(target.value)}>
        {months.map((one) => (
          <option key={one} value={one}>
            {nameMonth(one)}
          </option>
        ))}
      </NativeSelect.Field>
      <NativeSelect.Indicator />
    </NativeSelect.Root>
  </FormField>
);
