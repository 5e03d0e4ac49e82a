import { Input, InputGroup } from '@chakra-ui/react';
import { type Ref, useState } from 'react';
import { isReadable, UNREADABLE_AMOUNT } from '../lib/amount-entry.ts';
import { FormField } from './form-field.tsx';

interface AmountFieldProps {
  label: string;
  error?: string | undefined;
  name: string;
  value: string;
  onChange: (entry: string) => void;
  onBlur: () => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for rand, which keeps the text as it was typed. An unreadable amount is marked when the field loses the
 * focus. It is a text field, because a number field accepts only the notation of the browser's language.
 */
export const AmountField = ({ label, error, value, onChange, onBlur, ...input }: AmountFieldProps) => {
  const [isTyping, setIsTyping] = useState(false);
  const isUnreadable = !isReadable(value) && (!isTyping || error !== undefined);

  return (
    <FormField label={label} error={isUnreadable ? UNREADABLE_AMOUNT : error}>
      <InputGroup startElement="R">
        <Input
          {...input}
          size="sm"
          inputMode="decimal"
          autoComplete="off"
          textAlign="end"
          textStyle="number"
          value={value}
          onChange={({ target }) => {
            setIsTyping(true);
            onChange(target.value);
          }}
          onFocus={({ target }) => target.select()}
          onBlur={() => {
            setIsTyping(false);
            onBlur();
          }}
        />
      </InputGroup>
    </FormField>
  );
};
