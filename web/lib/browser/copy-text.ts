import { toast } from './toast.ts';

/** Copies a text to the clipboard, and says that it did. */
export const copyText = async (text: string, done: string): Promise<void> => {
  try {
    await navigator.clipboard.writeText(text);
    toast({ title: done, tone: 'success' });
  } catch {
    toast({ title: 'Not copied', description: 'Please select the text and copy it.', tone: 'error' });
  }
};
