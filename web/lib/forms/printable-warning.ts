import { isPrintable } from '#shared/text/printable.ts';

/** The warning next to a name or an address: the fonts of a printed invoice do not cover every script. */
export const printableWarning = (text: string): string | undefined =>
  isPrintable(text)
    ? undefined
    : 'An invoice cannot print all of these characters; it shows the OW number beside the name';
