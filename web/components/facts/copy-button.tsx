import { Button, type ButtonProps, IconButton, VisuallyHidden } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../../lib/browser/toast.ts';

const useCopy = (text: string) => {
  const [isCopied, setIsCopied] = useState(false);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setIsCopied(true);
    } catch {
      toast({ title: 'Not copied', description: 'Please select the text and copy it.', tone: 'error' });
    }
  };

  return { isCopied, copy };
};

interface CopyButtonProps extends Pick<ButtonProps, 'size'> {
  text: string;
  label: string;
  /** Says to a screen reader which one it is, if there are several. */
  of?: string;
}

/** Copies a text to the clipboard and says so in its own label. */
export const CopyButton = ({ text, label, of, size = 'sm' }: CopyButtonProps) => {
  const { isCopied, copy } = useCopy(text);

  return (
    <Button size={size} variant="outline" onClick={copy} aria-live="polite">
      {isCopied ? <Check /> : <Copy />}
      {isCopied ? 'Copied' : label}
      {of && <VisuallyHidden>{of}</VisuallyHidden>}
    </Button>
  );
};

interface CopyIconProps {
  text: string;
  /** The name of the value, as in 'Copy SIM'; only a screen reader and the pointer's hint say it. */
  name: string;
}

/** A copy button without a visible label, for a place next to the value. */
export const CopyIcon = ({ text, name }: CopyIconProps) => {
  const { isCopied, copy } = useCopy(text);

  return (
    <IconButton
      size="2xs"
      variant="ghost"
      colorPalette={isCopied ? 'green' : 'brand'}
      title={`Copy ${name}`}
      aria-live="polite"
      onClick={copy}
      _print={{ display: 'none' }}
    >
      {isCopied ? <Check /> : <Copy />}
      <VisuallyHidden>
        {isCopied ? 'Copied' : 'Copy'} {name}
      </VisuallyHidden>
    </IconButton>
  );
};
