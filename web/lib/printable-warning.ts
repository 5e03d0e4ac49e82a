import { isPrintable } from '#shared/printable.ts';

/** Said beside a name or an address: an invoice is printed in fonts that do not know every script. */
export const printableWarning = (text: string): string | undefined =>
  isPrintable(text)
    ? undefined
    : 'An invoice cannot print all of these characters; it shows the client number beside the name';
