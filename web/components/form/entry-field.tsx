import { Input } from '@chakra-ui/react';
import { type JSX, type ReactNode, type Ref, useState } from 'react';
import { FormField } from './form-field.tsx';

export interface EntryFieldProps {
  label: ReactNode;
  error?: string | undefined;
  /** Shown under the field while there is no error. */
  hint?: ReactNode;
  isRequired?: boolean;
  name?: string;
  placeholder?: string;
  value: string;
  onChange: (entry: string) => void;
  onBlur?: () => void;
  ref?: Ref<HTMLInputElement>;
}

interface Reading {
  isReadable: (entry: string) => boolean;
  /** The sentence under the field for any other entry. */
  unreadable: string;
  /** Puts the input next to what belongs to it. */
  frame?: (input: JSX.Element) => ReactNode;
}

/**
 * A field for a number, which keeps the text as it was typed. An unreadable entry is marked when the field loses the
 * focus, an empty field only by the form. It is a text field, because a number field accepts only the notation of the
 * browser's language.
 */
export const EntryField = ({
  label,
  error,
  hint,
  isRequired = false,
  value,
  onChange,
  onBlur,
  isReadable,
  unreadable,
  frame = (input) => input,
  ...input
}: EntryFieldProps & Reading) => {
  const [isTyping, setIsTyping] = useState(false);
  const isUnfinished = isTyping || value === '';
  const isUnreadable = !isReadable(value) && (!isUnfinished || error !== undefined);

  return (
    <FormField label={label} error={isUnreadable ? unreadable : error} hint={hint} isRequired={isRequired}>
      {frame(
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
            onBlur?.();
          }}
        />,
      )}
    </FormField>
  );
};
