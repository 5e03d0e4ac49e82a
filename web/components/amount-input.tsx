import { Input, InputGroup, type InputProps } from '@chakra-ui/react';
import type { Ref } from 'react';
import { type AmountEntry, settleAmount, typeAmount } from '../lib/amount-entry.ts';

interface AmountInputProps extends Omit<InputProps, 'value' | 'onChange' | 'onBlur'> {
  value: AmountEntry;
  onChange: (entry: AmountEntry) => void;
  onBlur: () => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for rand that understands '12,50' and '12.50'. It is a text field, because a number field takes only the
 * one that the browser's language writes. `onInput` also hears a 0 that is typed over a 0, which `onChange` does not.
 */
export const AmountInput = ({ value, onChange, onBlur, ...props }: AmountInputProps) => (
  <InputGroup startElement="R">
    <Input
      {...props}
      value={value.text}
      inputMode="decimal"
      autoComplete="off"
      textAlign="end"
      fontVariantNumeric="tabular-nums"
      onInput={({ currentTarget }) => onChange(typeAmount(currentTarget.value))}
      onFocus={({ target }) => target.select()}
      onBlur={() => {
        onChange(settleAmount(value));
        onBlur();
      }}
    />
  </InputGroup>
);
