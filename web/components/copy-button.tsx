import { Button } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { toast } from '../lib/toast.ts';

/** Puts a text on the clipboard and says so in its own label. */
export const CopyButton = ({ text, label }: { text: string; label: string }) => {
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
    <Button size="sm" variant="outline" onClick={copy} aria-live="polite">
      {isCopied ? <Check /> : <Copy />}
      {isCopied ? 'Copied' : label}
    </Button>
  );
};
