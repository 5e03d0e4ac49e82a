import { Text } from '@chakra-ui/react';
import type { Invoice } from '#shared/contract/invoices.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { formatRand } from '#shared/money.ts';
import { PlannedLines } from '../../../components/money/money-lines.tsx';
import { wordOutcome } from '../../../lib/money/money-outcome.ts';
import { planCredit } from './plan-credit.ts';

interface CreditUseProps {
  invoice: Pick<Invoice, 'id' | 'amountDue'>;
  debt: Debt;
  cents: number;
  /** The words before the items that the freed money pays. */
  freed: (cents: number) => string;
  /** What is said before that. */
  reduced?: (cents: number, freedCents: number) => string;
}

/** Says what taking an amount off an invoice does to the money of its client. */
export const CreditUse = ({ invoice, debt, cents, freed, reduced }: CreditUseProps) => {
  const { reducedCents, freedCents, outcome, ...planned } = planCredit(invoice, debt, cents);

  return (
    <>
      {reduced && (
        <Text textStyle="number.sm" fontWeight="semibold">
          {reduced(reducedCents, freedCents)}
        </Text>
      )}
      {freedCents > 0 && (
        <>
          <Text textStyle="number.sm" fontWeight={reduced ? undefined : 'semibold'}>
            {freed(freedCents)}
          </Text>
          <PlannedLines {...planned} />
        </>
      )}
      <Text textStyle="number.sm">{wordOutcome(outcome)}</Text>
    </>
  );
};

/** 'R 40,00 reduces what is due, R 40,00 becomes credit.' */
export const wordCredit = (reducedCents: number, freedCents: number): string =>
  `${[
    ...(reducedCents > 0 ? [`${formatRand(reducedCents)} reduces what is due`] : []),
    ...(freedCents > 0 ? [`${formatRand(freedCents)} becomes credit`] : []),
  ].join(', ')}.`;
