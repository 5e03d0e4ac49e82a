import { chakra, Icon, Text } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import { formatDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { SHEET_HEIGHT } from '../panes/panes.ts';
import { type Candidate, faceOf, isOpen, nameAlone, nameClient, wordDone } from './line-words.ts';

const List = chakra('ul', {
  base: {
    listStyleType: 'none',
    minW: '0',
    borderWidth: '1px',
    borderRadius: 'l3',
    bg: 'bg.panel',
    lg: { height: '100%', overflowY: 'auto' },
    _print: { height: 'auto', overflow: 'visible' },
  },
});

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    columnGap: '2',
    alignContent: 'center',
    minH: '11',
    px: '3',
    cursor: 'pointer',
    textStyle: 'sm',
    lineHeight: '1.25rem',
    borderInlineStart: '3px solid transparent',
    '& + &': { borderTopWidth: '1px' },
    // Neither under the sticky header nor under the sheet.
    scrollMarginTop: { base: 'calc(var(--table-sticky-offset, 0px) + 0.5rem)', lg: '0' },
    scrollMarginBottom: { base: SHEET_HEIGHT, lg: '0' },
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
    '&[aria-current]': { bg: 'brand.subtle', borderInlineStartColor: 'brand.solid' },
  },
});

/** Warns in colour and text. */
export const Warning = ({ children }: { children: ReactNode }) => (
  <Text textStyle="sm" color="fg.warning">
    <Icon as={TriangleAlert} boxSize="3.5" me="1" mb="-0.5" aria-label="Warning:" />
    {children}
  </Text>
);

export const Amount = ({ line: { amount } }: { line: BankLine }) => (
  <Text
    as="span"
    textStyle="number.sm"
    fontWeight="semibold"
    whiteSpace="nowrap"
    textAlign="end"
    color={amount < 0 ? 'fg.error' : undefined}
  >
    {formatAmount(amount)}
  </Text>
);

/** Whom a line may be from, or what became of it. */
const wordClient = (line: BankLine, candidates: readonly Candidate[], chosen: Candidate | undefined) => {
  if (!isOpen(line)) {
    return wordDone(line);
  }
  if (chosen) {
    return nameAlone(chosen);
  }

  return [...new Set(candidates.map(nameClient))].join(' or ');
};

interface LineRowsProps {
  lines: readonly BankLine[];
  selected: BankLine | undefined;
  candidatesOf: (line: BankLine) => readonly Candidate[];
  chosenOf: (line: BankLine) => Candidate | undefined;
  /** Who was faster. */
  noteOf: (line: BankLine) => string | undefined;
  /** Where an open line may be recorded already, or that another one equals it. */
  warningOf: (line: BankLine) => string | undefined;
  onSelect: (line: BankLine) => void;
}

/** The lines of a bank's file, of which the pane shows the selected one. */
export const LineRows = ({
  lines,
  selected,
  candidatesOf,
  chosenOf,
  noteOf,
  warningOf,
  onSelect,
}: LineRowsProps) => {
  const now = new Date();

  return (
    <List aria-label="Lines of the bank">
      {lines.map((line) => {
        const isSelected = line.id === selected?.id;
        const note = noteOf(line);
        const warning = warningOf(line);
        const chosen = chosenOf(line);
        const { label, palette } = faceOf(line, now, chosen);

        return (
          <Row
            key={line.id}
            data-bank-line={line.id}
            tabIndex={isSelected ? 0 : -1}
            aria-current={isSelected || undefined}
            onClick={() => onSelect(line)}
          >
            <Text as="span" fontWeight="medium" truncate>
              <bdi>{[line.description, line.reference].filter(Boolean).join(' ')}</bdi>
            </Text>
            <Amount line={line} />
            <Text as="span" textStyle="xs" lineHeight="1rem" truncate color="fg.muted">
              <Text as="span" fontVariantNumeric="tabular-nums" me="2">
                {formatDay(line.date, now)}
              </Text>
              {note === undefined && <bdi>{wordClient(line, candidatesOf(line), chosen)}</bdi>}
              {(note ?? warning) !== undefined && (
                <Text as="span" color="fg.warning">
                  <Icon as={TriangleAlert} boxSize="3" mx="1" mb="-0.5" aria-label="Warning:" />
                  {note ?? warning}
                </Text>
              )}
            </Text>
            <Text
              as="span"
              textStyle="xs"
              lineHeight="1rem"
              textAlign="end"
              whiteSpace="nowrap"
              colorPalette={palette}
              color="colorPalette.fg"
            >
              {label}
            </Text>
          </Row>
        );
      })}
    </List>
  );
};
