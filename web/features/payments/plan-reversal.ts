import type { Debt, Payment } from '#shared/contract/payments/ledger-payments.ts';
import { centsFromAmount } from '#shared/money.ts';

/** What a reversal takes back. Other credit of the client pays what is owed again, as far as it goes (D53). */
export const planReversal = ({ allocations, unallocated }: Payment, { owed, credit }: Debt) => {
  const reopenedCents = allocations.reduce((sum, { amount }) => sum + centsFromAmount(amount), 0);
  const otherCents = Math.max(0, centsFromAmount(credit) - centsFromAmount(unallocated));
  const coveredCents = Math.min(reopenedCents, otherCents);

  return {
    coveredCents,
    outcome: {
      owedCents: centsFromAmount(owed) + reopenedCents - coveredCents,
      creditCents: otherCents - coveredCents,
    },
  };
};
