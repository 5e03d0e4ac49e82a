import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { type PlannedPart, planPayment } from '#shared/invoices/plan-payment.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';

/** What a client owes after a write, or their credit. */
interface Outcome {
  owedCents: number;
  creditCents: number;
}

export const wordOutcome = ({ owedCents, creditCents }: Outcome): string => {
  if (owedCents > 0) {
    return `The client then owes ${formatRand(owedCents)}.`;
  }

  return creditCents > 0
    ? `The client then owes nothing and has ${formatRand(creditCents)} credit.`
    : 'The client then owes nothing.';
};

interface PlannedMoney {
  parts: PlannedPart[];
  furtherCents: number;
  /** What is left: below 0 if the named amounts are more than the money. */
  creditCents: number;
  outcome: Outcome;
}

/** Plans what new money of an account pays, and what the client owes then. */
export const planMoney = (
  { owed, credit, items }: Pick<Debt, 'owed' | 'credit' | 'items'>,
  amountCents: number,
  namedCents?: ReadonlyMap<number | null, number>,
): PlannedMoney => {
  const owedCents = centsFromAmount(owed);
  const { parts, recoveredCents, creditCents: leftCents } = planPayment(items, amountCents, namedCents);
  // An account with very many items shows only the first ones.
  const unlistedCents = owedCents - items.reduce((sum, { amountDue }) => sum + centsFromAmount(amountDue), 0);
  const furtherCents = Math.max(0, Math.min(leftCents, unlistedCents));
  const creditCents = leftCents - furtherCents;

  return {
    parts,
    furtherCents,
    creditCents,
    outcome: {
      owedCents: owedCents - (amountCents - recoveredCents - creditCents),
      creditCents: creditCents + centsFromAmount(credit),
    },
  };
};
