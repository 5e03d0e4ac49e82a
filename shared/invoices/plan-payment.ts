import type { OpenItem } from '../contract/payments/ledger-payments.ts';
import { centsFromAmount } from '../money.ts';

export interface PlannedPart {
  item: OpenItem;
  cents: number;
}

interface PlannedPayment {
  /** What the payment pays, in the order of the items. */
  parts: PlannedPart[];
  /** What of it pays amounts that were written off. */
  recoveredCents: number;
  /** What is left of the payment: the client's credit. */
  creditCents: number;
}

/**
 * Plans what a payment pays: the named invoices first, then the items in their order (D62). It previews what the server
 * does, which alone decides.
 *
 * @param items what is owed, in the order in which a payment pays it
 * @param namedCents amounts by the id of their invoice, or null for the opening balance; each at most what is due and
 *   written off
 */
export const planPayment = (
  items: readonly OpenItem[],
  amountCents: number,
  namedCents: ReadonlyMap<number | null, number> = new Map(),
): PlannedPayment => {
  const named = items.map(({ kind, invoiceId }) =>
    kind === 'refund' ? 0 : (namedCents.get(invoiceId) ?? 0),
  );
  let left = amountCents - named.reduce((sum, cents) => sum + cents, 0);
  const parts = items.map((item, index) => {
    const before = named[index] ?? 0;
    const more = Math.max(0, Math.min(left, centsFromAmount(item.amountDue) - before));
    left -= more;

    return { item, cents: before + more };
  });

  return {
    parts: parts.filter(({ cents }) => cents > 0),
    recoveredCents: parts.reduce(
      (sum, { item, cents }) => sum + Math.max(0, cents - centsFromAmount(item.amountDue)),
      0,
    ),
    creditCents: left,
  };
};
