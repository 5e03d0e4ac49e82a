import type { OpenItem } from '#shared/contract/ledger-payments.ts';
import { centsFromAmount } from '#shared/money.ts';
import { readReferences } from './read-references.ts';

/**
 * Returns what of a line each invoice that it quotes gets, by id: what is due of all of them first, then what is written
 * off (D63). Empty if nothing of them is written off, because then a payment needs no names.
 */
export const nameQuoted = (
  line: { description: string; reference: string | null; cents: number },
  items: readonly OpenItem[],
): Map<number | null, number> => {
  const numbers = new Set(readReferences(line).invoices.map(({ number }) => number));
  const quoted = items.filter(({ number }) => number !== null && numbers.has(number));
  const named = new Map<number | null, number>();
  if (!quoted.some(({ writtenOff }) => writtenOff > 0)) {
    return named;
  }

  let left = Math.max(0, line.cents);
  for (const part of ['amountDue', 'writtenOff'] as const) {
    for (const item of quoted) {
      const cents = Math.min(left, centsFromAmount(item[part]));
      left -= cents;
      if (cents > 0) {
        named.set(item.invoiceId, (named.get(item.invoiceId) ?? 0) + cents);
      }
    }
  }

  return named;
};
