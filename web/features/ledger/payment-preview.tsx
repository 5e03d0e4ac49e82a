import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { Debt } from '#shared/contract/ledger-payments.ts';
import { formatDateShort } from '#shared/dates.ts';
import { nameItem } from '#shared/ledger-words.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { type PlannedPart, planPayment } from '#shared/plan-payment.ts';

const Line = ({ name, detail, amount }: { name: string; detail?: string; amount: string }) => (
  <Flex as="li" gap="3" justify="space-between" py="1.5" borderTopWidth="1px" _first={{ borderTopWidth: 0 }}>
    <Box minW="0">
      <Text textStyle="number.sm" fontWeight="medium">
        {name}
      </Text>
      {detail && <Text textStyle="detail.number">{detail}</Text>}
    </Box>
    <Text textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
      {amount}
    </Text>
  </Flex>
);

const detailOf = ({ item, cents }: PlannedPart): string => {
  const dueCents = centsFromAmount(item.amountDue);
  const due = item.dueDate === null ? '' : `, due ${formatDateShort(item.dueDate)}`;
  if (cents > dueCents) {
    return `${formatRand(cents - dueCents)} more than it owes`;
  }

  return cents === dueCents ? `Paid in full${due}` : `${formatRand(dueCents - cents)} stays owed${due}`;
};

interface Outcome {
  owedCents: number;
  creditCents: number;
}

const wordOutcome = ({ owedCents, creditCents }: Outcome): string => {
  if (owedCents > 0) {
    return `The client then owes ${formatRand(owedCents)}.`;
  }

  return creditCents > 0
    ? `The client then owes nothing and has ${formatRand(creditCents)} credit.`
    : 'The client then owes nothing.';
};

const wordDebt = (owedCents: number): string =>
  owedCents > 0
    ? `The client owes ${formatRand(owedCents)}. The oldest is paid first.`
    : 'The client owes nothing. A payment becomes credit.';

/** The height of the sentence before an amount is typed, which takes two lines on a phone. */
export const SENTENCE_HEIGHT = { base: '10', sm: '5' };

interface PaymentPreviewProps {
  debt: Debt;
  amountCents: number;
  namedCents: ReadonlyMap<number, number>;
}

/** Shows, before a payment is recorded, the items that it will pay. */
export const PaymentPreview = ({ debt, amountCents, namedCents }: PaymentPreviewProps) => {
  const owedCents = centsFromAmount(debt.owed);
  const { parts, creditCents: leftCents } = planPayment(debt.items, amountCents, namedCents);
  // An account with very many items shows only the first ones.
  const unlistedCents =
    owedCents - debt.items.reduce((sum, { amountDue }) => sum + centsFromAmount(amountDue), 0);
  const furtherCents = Math.min(leftCents, unlistedCents);
  const creditCents = leftCents - furtherCents;

  const isExceeded = leftCents < 0;
  const outcome = {
    owedCents: owedCents - (amountCents - creditCents),
    creditCents: creditCents + centsFromAmount(debt.credit),
  };
  const sentence = amountCents > 0 ? wordOutcome(outcome) : wordDebt(owedCents);

  return (
    <>
      {amountCents > 0 && !isExceeded && (
        <Stack as="ul" listStyleType="none" gap="0" mb="1.5">
          {parts.map((part, index) => (
            <Line
              // biome-ignore lint/suspicious/noArrayIndexKey: several refunds have no other name.
              key={index}
              name={nameItem(part.item)}
              detail={detailOf(part)}
              amount={formatRand(part.cents)}
            />
          ))}
          {furtherCents > 0 && <Line name="Newer items" amount={formatRand(furtherCents)} />}
          {creditCents > 0 && <Line name="Credit left" amount={formatRand(creditCents)} />}
        </Stack>
      )}
      <Text
        aria-live="polite"
        textStyle="number.sm"
        color={isExceeded ? 'fg.error' : 'fg.muted'}
        minH={SENTENCE_HEIGHT}
      >
        {isExceeded ? `Together the invoices get ${formatRand(-leftCents)} more than the payment.` : sentence}
      </Text>
    </>
  );
};
