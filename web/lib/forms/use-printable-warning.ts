import { useEffect, useState } from 'react';
import type { printableWarning } from './printable-warning.ts';

/** Latin letters with accents. All of them can be printed, so these texts are checked without loading anything. */
const LATIN = /^[\t -\u024f]*$/;

/** Returns the warning of `printableWarning`, whose list of characters is loaded only when a text needs it. */
export const usePrintableWarning = (text: string): string | undefined => {
  const [warn, setWarn] = useState<typeof printableWarning>();
  const isLatin = LATIN.test(text);

  useEffect(() => {
    if (isLatin) {
      return;
    }

    void import('./printable-warning.ts').then(
      (loaded) => setWarn(() => loaded.printableWarning),
      // A warning that cannot be loaded is not worth an error.
      () => undefined,
    );
  }, [isLatin]);

  return isLatin ? undefined : warn?.(text);
};
