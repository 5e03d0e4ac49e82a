import { Input, InputGroup } from '@chakra-ui/react';
import { type ReactNode, type Ref, useState } from 'react';
import { isReadable, UNREADABLE_AMOUNT } from '../../lib/amount-entry.ts';
import { FormField } from './form-field.tsx';

interface AmountFieldProps {
  label: ReactNode;
  error?: string | undefined;
  /** Shown under the field while there is no error. */
  hint?: ReactNode;
  isRequired?: boolean;
  name: string;
  value: string;
  onChange: (entry: string) => void;
  onBlur: () => void;
  ref?: Ref<HTMLInputElement>;
}

/**
 * A field for rand, which keeps the text as it was typed. An unreadable amount is marked when the field loses the
 * focus, an empty field only by the form. It is a text field, because a number field accepts only the notation of the
 * browser's language.
 */
export const AmountField = ({
  label,
  error,
  hint,
  isRequired = false,
  value,
  onChange,
  onBlur,
  ...input
}: AmountFieldProps) => {
  const [isTyping, setIsTyping] = useState(false);
  const isUnfinished = isTyping || value === '';
  const isUnreadable = !isReadable(value) && (!isUnfinished || error !== undefined);

  return (
    <FormField
      label={label}
      error={isUnreadable ? UNREADABLE_AMOUNT : error}
      hint={hint}
      isRequired={isRequired}
    >
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
