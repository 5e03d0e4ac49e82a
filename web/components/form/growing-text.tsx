import { Input, useFieldContext } from '@chakra-ui/react';

/** For browsers that do not size a field by its content. */
const LINE_LENGTH = 40;
const LINES_MAX = 6;

interface GrowingTextProps {
  value: string;
  onChange: (value: string) => void;
}

/**
 * A field for one line of text that shows all of a long one. A line break becomes a space, as the contract does it.
 * Inside a FormField it takes its id and its messages from there.
 */
export const GrowingText = ({ value, onChange }: GrowingTextProps) => {
  const field = useFieldContext();

  return (
    <Input asChild size="sm" height="auto" minH="9" py="1.5" lineHeight="1.5" resize="none" overflowY="auto">
      <textarea
        {...field?.getTextareaProps()}
        autoComplete="off"
        rows={Math.min(1 + Math.floor(value.length / LINE_LENGTH), LINES_MAX)}
        style={{ fieldSizing: 'content' }}
        value={value}
        onChange={({ target }) => onChange(target.value.replace(/\r?\n/g, ' '))}
      />
    </Input>
  );
};
