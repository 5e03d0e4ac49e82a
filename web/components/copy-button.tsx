import { Button, type ButtonProps, VisuallyHidden } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../lib/toast.ts';

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
  label: string;
  /** Distinguishes it from other buttons with the same label in a screen reader. */
  labelOf?: string;
}

/** Copies a text to the clipboard and says so in its own label. */
export const CopyButton = ({ text, label, labelOf, size = 'sm' }: CopyButtonProps) => {
  const [isCopied, setIsCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast({ title: 'Not copied', description: 'Please select the text and copy it.', tone: 'error' });
    }
  };

  return (
    <Button size={size} variant="outline" onClick={copy} aria-live="polite">
      {isCopied ? <Check /> : <Copy />}
      {isCopied ? 'Copied' : label}
      {labelOf && <VisuallyHidden> {labelOf}</VisuallyHidden>}
    </Button>
  );
};
