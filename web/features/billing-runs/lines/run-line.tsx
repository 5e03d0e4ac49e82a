import { Badge, Button, chakra, Flex, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { memo } from 'react';
import type { BillingRunLine } from '#shared/contract/billing-runs.ts';
import { formatAmount } from '#shared/money.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { PersonAndNumber } from '../../../components/facts/person-and-number.tsx';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { GROUP_WORDS, isDiffering } from '../line-views.ts';
import { wordLast, wordReason } from '../run-texts.ts';
import { mendOf, toggleOf } from './line-acts.ts';

const Row = chakra('li', {
  base: {
    display: 'grid',
    gridTemplateColumns: { base: 'minmax(0, 1fr) auto', md: 'minmax(0, 1fr) 8rem 6rem' },
    gridTemplateAreas: {
      base: '"name amount" "text text" "why act"',
      md: '"name amount act" "text amount act" "why why why"',
    },
    columnGap: '3',
    rowGap: '0.5',
    px: '3',
    py: '2',
    cursor: 'pointer',
    textStyle: 'sm',
    borderInlineStart: '3px solid transparent',
    '& + &': { borderTopWidth: '1px' },
    scrollMarginBlock: '5rem',
    _hover: { bg: 'bg.subtle' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing', outlineOffset: '-2px' },
    '&[aria-current]': { bg: 'brand.subtle', borderInlineStartColor: 'brand.solid' },
    _print: { breakInside: 'avoid' },
  },
});

/** The name, or the number where a client has none. */
const nameOf = (line: BillingRunLine) => nameOfClient(line) || line.OWNumber;

const Amount = ({ line, month }: { line: BillingRunLine; month: string }) => {
  const last = wordLast(line, month);
  const isOut = line.state === 'left-out';

  return (
    <Stack gap="0" gridArea="amount" textAlign="end" whiteSpace="nowrap">
      {line.group !== 'gone' && (
        <Text
          textStyle="number.sm"
          fontWeight="semibold"
          color={isOut ? 'fg.muted' : undefined}
          textDecoration={isOut ? 'line-through' : undefined}
        >
          {formatAmount(line.amount)}
        </Text>
      )}
      {last && <Text textStyle="detail.number">{last}</Text>}
    </Stack>
  );
};

export interface RowLinks {
  /** The address of a place in the portal over the list. */
  linkTo: (params: Readonly<Record<string, string | number>>) => string;
  onSelect: (id: number) => void;
  /** Leaves the line out of the draft, or takes it in; undefined where nothing can be decided any more. */
  onToggle: ((id: number) => void) | undefined;
}

/** Why the line is not billed as before, with a way to mend it, or what became of it. */
const Why = ({ line, linkTo }: { line: BillingRunLine } & Pick<RowLinks, 'linkTo'>) => {
  const reason = wordReason(line);
  const mend = mendOf(line);
  const invoice = line.invoiceId !== null && line.invoiceNumber !== null && line.group !== 'gone';
  if (!reason && !mend && !invoice && !line.mail) {
    return null;
  }

  return (
    <Flex gridArea="why" wrap="wrap" align="center" columnGap="2" rowGap="1" textStyle="detail">
      {reason && (
        <Text as="span" color={line.state === 'left-out' ? 'fg.warning' : undefined} overflowWrap="anywhere">
          {reason}
        </Text>
      )}
      {invoice && (
        <StyledLink
          href={linkTo({ client: line.userId, tab: 'invoices', open: `invoice.view:${line.invoiceId}` })}
          fontVariantNumeric="tabular-nums"
        >
          {line.invoiceNumber}
        </StyledLink>
      )}
      {line.mail && <Text as="span">{line.mail}</Text>}
      {mend && (
        <Button
          asChild
          size="xs"
          variant="outline"
          minH={{ base: '11', md: '6' }}
          _print={{ display: 'none' }}
        >
          <a href={linkTo(mend.params)} aria-label={`${mend.label}: ${nameOf(line)}`}>
            {mend.label}
          </a>
        </Button>
      )}
    </Flex>
  );
};

const TOGGLES = { 'leave-out': 'Leave out', 'take-in': 'Take in' } as const;

interface LineRowProps extends RowLinks {
  line: BillingRunLine;
  /** The month of the run, such as '2026-12'. */
  month: string;
  isSelected: boolean;
  isSending: boolean;
}

/** A line of a run: whose it is, what it bills, and how that differs from the month before. */
export const LineRow = memo(
  ({ line, month, isSelected, isSending, linkTo, onSelect, onToggle }: LineRowProps) => {
    const toggle = onToggle && toggleOf(line);

    return (
      <Row
        data-run-line={line.id}
        tabIndex={isSelected ? 0 : -1}
        aria-current={isSelected || undefined}
        onClick={() => onSelect(line.id)}
      >
        <Text gridArea="name" truncate>
          <StyledLink href={linkTo({ client: line.userId })} fontWeight="medium" color="fg">
            <bdi>{nameOf(line)}</bdi>
          </StyledLink>{' '}
          <Text as="span" textStyle="detail">
            <PersonAndNumber client={line} />
          </Text>
        </Text>
        <Flex gridArea="text" align="center" gap="2" minW="0">
          {isDiffering(line.group) && (
            <Badge colorPalette={line.group === 'gone' ? 'orange' : 'blue'} flexShrink="0">
              {GROUP_WORDS[line.group]}
            </Badge>
          )}
          <Text color="fg.muted" overflowWrap="anywhere">
            <bdi>{line.service}</bdi>
          </Text>
        </Flex>
        <Amount line={line} month={month} />
        <Why line={line} linkTo={linkTo} />
        {toggle && (
          <Flex
            gridArea="act"
            justify="flex-end"
            align={{ base: 'flex-end', md: 'center' }}
            _print={{ display: 'none' }}
          >
            <BusyButton
              size="xs"
              variant="outline"
              minH={{ base: '11', md: '8' }}
              isBusy={isSending}
              aria-label={`${TOGGLES[toggle]}: ${nameOf(line)}, ${line.service}`}
              aria-keyshortcuts="X"
              onClick={() => onToggle?.(line.id)}
            >
              {TOGGLES[toggle]}
            </BusyButton>
          </Flex>
        )}
      </Row>
    );
  },
);
