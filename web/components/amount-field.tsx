import { Input, InputGroup } from '@chakra-ui/react';
import type { Ref } from 'react';
import { type AmountEntry, settleAmount, typeAmount, UNREADABLE_AMOUNT } from '../lib/amount-entry.ts';
import { FormField } from './form-field.tsx';

interface AmountFieldProps {
  label: string;
  error?: string | undefined;
  name: string;
  value: AmountEntry;
  onChange: (entry: AmountEntry) => void;
  onBlur: () => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for rand that understands '12,50' and '12.50'. It is a text field, because a number field takes only the one
 * that the browser's language writes. `onInput` also hears a 0 that is typed over a 0, which `onChange` does not.
 */
export const AmountField = ({ label, error, value, onChange, onBlur, ...input }: AmountFieldProps) => (
  <FormField label={label} error={value.isReplaced ? UNREADABLE_AMOUNT : error}>
    <InputGroup startElement="R">
      <Input
        {...input}
        size="sm"
        inputMode="decimal"
        autoComplete="off"
        textAlign="end"
        textStyle="number"
        value={value.text}
        onInput={({ currentTarget }) => onChange(typeAmount(currentTarget.value))}
        onFocus={({ target }) => target.select()}
        onBlur={() => {
          onChange(settleAmount(value));
          onBlur();
        }}
      />
    </InputGroup>
  </FormField>
);
