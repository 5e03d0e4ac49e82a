import { Box, Flex, Stack, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { formatDateShort } from '#shared/dates.ts';
import { nameItem } from '#shared/invoices/ledger-words.ts';
import type { PlannedPart } from '#shared/invoices/plan-payment.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';

interface MoneyLineProps {
  name: string;
  detail?: string;
  amount: string;
}

export const MoneyLine = ({ name, detail, amount }: MoneyLineProps) => (
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

/** Where money goes: a list of MoneyLine. */
export const MoneyLines = ({ children }: { children: ReactNode }) => (
  <Stack as="ul" listStyleType="none" gap="0" mb="1.5">
    {children}
  </Stack>
);

const detailOf = ({ item, cents }: PlannedPart): string => {
  const dueCents = centsFromAmount(item.amountDue);
  const due = item.dueDate === null ? '' : `, due ${formatDateShort(item.dueDate)}`;
  const recoveredCents = Math.min(cents - dueCents, centsFromAmount(item.writtenOff));
  if (cents > dueCents + Math.max(0, recoveredCents)) {
    return `${formatRand(cents - dueCents - recoveredCents)} more than it owes`;
  }
  if (recoveredCents > 0) {
    return `${dueCents > 0 ? 'Paid, and recovers' : 'Recovers'} ${formatRand(recoveredCents)} that was written off`;
  }

  return cents === dueCents ? `Paid in full${due}` : `${formatRand(dueCents - cents)} stays owed${due}`;
};

interface PlannedLinesProps {
  parts: readonly PlannedPart[];
  /** What pays items that the answer had no room for. */
  furtherCents: number;
  creditCents: number;
}

/** The items that money pays, and the credit that is left of it. */
export const PlannedLines = ({ parts, furtherCents, creditCents }: PlannedLinesProps) => (
  <MoneyLines>
    {parts.map((part, index) => (
      <MoneyLine
        // biome-ignore lint/suspicious/noArrayIndexKey: several refunds have no other name.
        key={index}
        name={nameItem(part.item)}
        detail={detailOf(part)}
        amount={formatRand(part.cents)}
      />
    ))}
    {furtherCents > 0 && <MoneyLine name="Newer items" amount={formatRand(furtherCents)} />}
    {creditCents > 0 && <MoneyLine name="Credit left" amount={formatRand(creditCents)} />}
  </MoneyLines>
);
