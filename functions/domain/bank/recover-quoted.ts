import type { OpenItem } from '#shared/contract/payments/ledger-payments.ts';
import { centsFromAmount } from '#shared/money.ts';
import { readReferences } from './read-references.ts';

const sumDue = (items: readonly OpenItem[]): number =>
  items.reduce((cents, { amountDue }) => cents + centsFromAmount(amountDue), 0);

/**
 * Returns what of a line each written-off invoice that it quotes gets, by id: what is due of all invoices that it quotes
 * comes first, then what is written off (D63). Without such an invoice a payment needs no names.
 */
export const nameQuoted = (
  line: { description: string; reference: string | null; cents: number },
  items: readonly OpenItem[],
): Map<number | null, number> => {
  const numbers = new Set(readReferences(line).invoices.map(({ number }) => number));
  const quoted = items.filter(({ number }) => number !== null && numbers.has(number));
  const writtenOff = quoted.filter((item) => item.writtenOff > 0);
  const others = quoted.filter((item) => item.writtenOff === 0);
  const named = new Map<number | null, number>();
  let left = Math.max(0, line.cents - sumDue(others));
  for (const part of ['amountDue', 'writtenOff'] as const) {
    for (const item of writtenOff) {
      const cents = Math.min(left, centsFromAmount(item[part]));
      left -= cents;
      if (cents > 0) {
        named.set(item.invoiceId, (named.get(item.invoiceId) ?? 0) + cents);
      }
    }
  }

  return named;
};
