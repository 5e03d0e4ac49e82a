import { Text } from '@chakra-ui/react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { nameDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { type Column, RowsOrCards } from '../../../components/list/rows-or-cards.tsx';
import { type Candidate, faceOf, nameClient } from './line-words.ts';

/** The clients who have a line's money, or who may have paid it. */
const nameClients = ({ booked }: BankLine, candidates: readonly Candidate[]): string =>
  [...new Set((booked.length > 0 ? booked : candidates).map(nameClient))].join(', ');

const PAPER = { '& :is(th, td)': { textStyle: 'xs', px: '1' } };

interface PrintedLinesProps {
  lines: readonly BankLine[];
  candidatesOf: (line: BankLine) => readonly Candidate[];
}

/** The lines as paper shows them: a table without anything to press. */
export const PrintedLines = ({ lines, candidatesOf }: PrintedLinesProps) => {
  const columns: readonly Column<BankLine>[] = [
    { name: 'Day', cell: ({ date }) => nameDay(date), isNumber: true },
    {
      name: "The bank's words",
      cell: ({ description, reference }) => (
        <Text as="bdi" overflowWrap="anywhere">
          {[description, reference].filter(Boolean).join(' ')}
        </Text>
      ),
    },
    { name: 'Amount', cell: ({ amount }) => formatAmount(amount), align: 'end', isNumber: true },
    { name: 'State', cell: (line) => faceOf(line, new Date()).label, isNumber: true },
    { name: 'Client', cell: (line) => nameClients(line, candidatesOf(line)) },
  ];

  return (
    <RowsOrCards
      items={lines}
      keyOf={({ id }) => id}
      columns={columns}
      card={() => null}
      isAlwaysRows
      isTopAligned
      look={PAPER}
    />
  );
};
