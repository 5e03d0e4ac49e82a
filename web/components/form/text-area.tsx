import { Input, type InputProps, useFieldContext } from '@chakra-ui/react';
import type { Ref, TextareaHTMLAttributes } from 'react';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  size?: InputProps['size'];
  ref?: Ref<HTMLTextAreaElement>;
}

/**
 * A text of several lines that looks like an Input, because a separate recipe would be part of the portal's entry.
 * Inside a FormField it takes its id and its messages from there.
 */
export const TextArea = ({ size = 'sm', ref, ...textarea }: TextAreaProps) => {
  const field = useFieldContext();

  return (
    <Input asChild size={size} height="auto" py="2" lineHeight="1.5" resize="vertical" minH="20">
      <textarea ref={ref} {...field?.getTextareaProps()} {...textarea} />
    </Input>
  );
};
