import { Text } from '@chakra-ui/react';
import { useState } from 'react';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { FieldWarning } from '../../components/form/field-warning.tsx';
import { PlannedLines } from '../../components/money/money-lines.tsx';
import { planMoney, wordOutcome } from '../../lib/money/money-outcome.ts';

const wordDebt = (owedCents: number): string =>
  owedCents > 0
    ? `The client owes ${formatRand(owedCents)}. The oldest is paid first.`
    : 'The client owes nothing. A payment becomes credit on account.';

/** The height of the sentence before an amount is typed, which takes two lines on a phone. */
export const SENTENCE_HEIGHT = { base: '10', sm: '5' };

interface PaymentPreviewProps {
  debt: Debt;
  amountCents: number;
  namedCents: ReadonlyMap<number | null, number>;
}

/** Says that what the client owes has changed since the amount was typed (D32). */
const Changed = ({ debt, isTyped }: { debt: Debt; isTyped: boolean }) => {
  const [seen, setSeen] = useState(debt);
  if (!isTyped && seen !== debt) {
    setSeen(debt);
  }

  return (
    seen.owed !== debt.owed && (
      <Text textStyle="sm" aria-live="polite">
        <FieldWarning>
          {`Changed meanwhile: the client owed ${formatAmount(seen.owed)}, and owes ${formatAmount(debt.owed)} now.`}
        </FieldWarning>
      </Text>
    )
  );
};

/** Shows, before a payment is recorded, the items that it will pay. */
export const PaymentPreview = ({ debt, amountCents, namedCents }: PaymentPreviewProps) => {
  const { outcome, ...planned } = planMoney(debt, amountCents, namedCents);
  const isExceeded = planned.creditCents < 0;
  const sentence = amountCents > 0 ? wordOutcome(outcome) : wordDebt(centsFromAmount(debt.owed));

  return (
    <>
      <Changed debt={debt} isTyped={amountCents > 0} />
      {amountCents > 0 && !isExceeded && <PlannedLines {...planned} />}
      <Text
        aria-live="polite"
        textStyle="number.sm"
        color={isExceeded ? 'fg.error' : 'fg.muted'}
        minH={SENTENCE_HEIGHT}
      >
        {isExceeded
          ? `Together the invoices get ${formatRand(-planned.creditCents)} more than the payment.`
          : sentence}
      </Text>
    </>
  );
};
