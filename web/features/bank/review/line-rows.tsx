import { Badge, Box, Flex, HStack, Icon, Stack, type SystemStyleObject, Text } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { BankLine } from '#shared/contract/bank.ts';
import { formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { RowMenu, RowMenuButton } from '../../../components/list/row-menu.tsx';
import { actionColumn, RowsOrCards } from '../../../components/list/rows-or-cards.tsx';
import type { Act } from '../../../lib/acts/act.ts';
import { type Candidate, faceOf, isOpen, nameAlone, nameClient, wordDone } from './line-words.ts';

/** The selected row has the focus, and shows below it what can be done. */
const LOOK: SystemStyleObject = {
  '& [data-bank-line]': {
    cursor: 'pointer',
    // Not under the sticky header.
    scrollMarginTop: 'calc(var(--table-sticky-offset, 0px) + 3rem)',
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
  },
  '& [data-detail] > td': { p: '4', bg: 'bg.subtle' },
  '& [data-detail]': { _print: { display: 'none' } },
  '& td:is(:nth-of-type(2), :nth-of-type(5))': { width: '34%' },
  '& > ul > li': { textStyle: 'sm' },
  '& > ul > li[data-selected]': { bg: 'bg.panel', borderColor: 'brand.solid' },
};

const StateBadge = ({ line }: { line: BankLine }) => {
  const { label, palette } = faceOf(line, new Date());

  return (
    <Badge size="sm" colorPalette={palette}>
      {label}
    </Badge>
  );
};

const Words = ({ line: { description, reference } }: { line: BankLine }) => (
  <Box minW="0" overflowWrap="anywhere">
    <Text as="span" fontWeight="medium">
      <bdi>{description}</bdi>
    </Text>
    {reference && (
      <Text textStyle="detail">
        <bdi>{reference}</bdi>
      </Text>
    )}
  </Box>
);

const Amount = ({ line: { amount } }: { line: BankLine }) => (
  <Text
    as="span"
    textStyle="number.sm"
    fontWeight="semibold"
    whiteSpace="nowrap"
    color={amount < 0 ? 'fg.error' : undefined}
  >
    {formatAmount(amount)}
  </Text>
);

/** Warns in colour and text. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <Text textStyle="sm" color="fg.warning">
    <Icon as={TriangleAlert} boxSize="3.5" me="1" mb="-0.5" aria-label="Warning:" />
    {children}
  </Text>
);

interface ClientProps {
  line: BankLine;
  candidates: readonly Candidate[];
  chosen: Candidate | undefined;
  note?: string;
}

/** Whom a line may be from and why, or what became of it. */
const Client = ({ line, candidates, chosen, note }: ClientProps) => {
  if (note) {
    return <Warning>{note}</Warning>;
  }
  if (!isOpen(line)) {
    return (
      <Box minW="0" overflowWrap="anywhere">
        <Text textStyle="number.sm" color="fg.muted">
          <bdi>{wordDone(line)}</bdi>
        </Text>
        {line.bookedBy && (
          <Text textStyle="detail">
            by <bdi>{line.bookedBy}</bdi>
          </Text>
        )}
      </Box>
    );
  }

  return (
    <Box minW="0" overflowWrap="anywhere">
      {chosen && (
        <>
          <Text>
            <Text as="bdi" fontWeight="semibold">
              {nameAlone(chosen)}
            </Text>{' '}
            <Text as="span" textStyle="detail.number" whiteSpace="nowrap">
              {chosen.OWNumber}
            </Text>
          </Text>
          <Text textStyle="detail">{chosen.reasons.join(' · ')}</Text>
        </>
      )}
      {!chosen && candidates.length > 0 && (
        <>
          <Text>{[...new Set(candidates.map(nameClient))].join(' or ')}</Text>
          <Text textStyle="detail">Nobody is chosen</Text>
        </>
      )}
      {line.perhaps && <Warning>{line.perhaps}</Warning>}
    </Box>
  );
};

interface LineRowsProps {
  lines: readonly BankLine[];
  selected: BankLine | undefined;
  candidatesOf: (line: BankLine) => readonly Candidate[];
  chosenOf: (line: BankLine) => Candidate | undefined;
  noteOf: (line: BankLine) => string | undefined;
  onSelect: (line: BankLine) => void;
  actsOf: (line: BankLine) => readonly Act[];
  /** What can be done with the selected line. */
  children: ReactNode;
}

/** The lines of a bank's file, of which the selected one shows what it will pay. */
export const LineRows = ({
  lines,
  selected,
  candidatesOf,
  chosenOf,
  noteOf,
  onSelect,
  actsOf,
  children,
}: LineRowsProps) => {
  const menuId = useId();
  const nameOf = ({ amount, date }: BankLine) =>
    `the line of ${formatAmount(amount)} of ${formatDateShort(date)}`;
  const attributesOf = (line: BankLine, isSelected: boolean) => ({
    'data-bank-line': line.id,
    tabIndex: isSelected ? 0 : -1,
    'aria-current': isSelected || undefined,
    onClick: () => onSelect(line),
  });
  const clientOf = (line: BankLine) => {
    const note = noteOf(line);

    return (
      <Client
        line={line}
        candidates={candidatesOf(line)}
        chosen={chosenOf(line)}
        {...(note !== undefined && { note })}
      />
    );
  };

  const menuOf = (line: BankLine) => (
    <RowMenuButton menuId={menuId} row={line.id} label={`Acts on ${nameOf(line)}`} />
  );

  return (
    <RowMenu
      id={menuId}
      actsOf={(row) => {
        const line = lines.find(({ id }) => id === row);

        return line && { label: `Acts on ${nameOf(line)}`, acts: actsOf(line) };
      }}
    >
      <RowsOrCards
        items={lines}
        keyOf={({ id }) => id}
        isSelected={({ id }) => id === selected?.id}
        columns={[
          { name: 'Day', isNumber: true, cell: ({ date }) => formatDateShort(date) },
          { name: "The bank's words", cell: (line) => <Words line={line} /> },
          { name: 'Amount', align: 'end', cell: (line) => <Amount line={line} /> },
          { name: 'State', cell: (line) => <StateBadge line={line} /> },
          { name: 'Client', cell: clientOf },
          actionColumn(menuOf),
        ]}
        below={(_line, isSelected) => isSelected && children}
        card={(line, isSelected) => (
          <>
            <Flex justify="space-between" gap="3" align="center">
              <HStack gap="2" wrap="wrap">
                <Text as="span" textStyle="number.sm">
                  {formatDateShort(line.date)}
                </Text>
                <StateBadge line={line} />
              </HStack>
              <Amount line={line} />
            </Flex>
            <Flex justify="space-between" gap="2" align="flex-end">
              <Stack gap="1.5" minW="0">
                <Words line={line} />
                {clientOf(line)}
              </Stack>
              <Box flexShrink="0" mb="-1" me="-1">
                {menuOf(line)}
              </Box>
            </Flex>
            {isSelected && (
              <Box borderTopWidth="1px" pt="3" mt="1">
                {children}
              </Box>
            )}
          </>
        )}
        attributesOf={attributesOf}
        rowsFrom="xl"
        isTopAligned
        look={LOOK}
      />
    </RowMenu>
  );
};
