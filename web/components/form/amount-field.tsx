import { InputGroup } from '@chakra-ui/react';
import { isReadable, UNREADABLE_AMOUNT } from '../../lib/forms/amount-entry.ts';
import { EntryField, type EntryFieldProps } from './entry-field.tsx';

/** A field for rand. */
export const AmountField = (props: EntryFieldProps & { name: string; onBlur: () => void }) => (
  <EntryField
    {...props}
    isReadable={isReadable}
    unreadable={UNREADABLE_AMOUNT}
    frame={(input) => <InputGroup startElement="R">{input}</InputGroup>}
  />
);
