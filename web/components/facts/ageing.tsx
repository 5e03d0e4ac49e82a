import { Box, chakra, Skeleton } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { Ageing as AgeingAmounts } from '#shared/contract/debtors/ledger-statements.ts';
import { AGEING_COLUMNS, AGEING_LABELS, AGEING_PAPER_LABELS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';

const Strip = chakra('dl', {
  base: {
    display: 'grid',
    // Where six have no room, the strip scrolls, and a cut figure shows that it does.
    gridTemplateColumns: { base: 'repeat(6, minmax(7.5rem, 1fr))', lg: 'repeat(6, minmax(0, 1fr))' },
    _print: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
    width: { base: 'max-content', lg: 'auto', _print: 'auto' },
    minWidth: 'full',
    gap: '1px',
    bg: 'border',
    '& > div': {
      bg: 'bg.panel',
      px: { base: '2', sm: '3' },
      py: { base: '1', sm: '2' },
      minH: { base: '2.75rem', sm: '3.25rem' },
    },
    '& dt': { textStyle: 'detail' },
    '& dt b': { display: 'none', fontWeight: 'semibold', color: 'fg', _print: { display: 'block' } },
    '& dd a': { color: 'inherit', textDecoration: 'underline', textDecorationColor: 'border.emphasized' },
    '& dd a:hover': { textDecorationColor: 'currentColor' },
    '& dd a:focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing' },
    '& dd': { textStyle: 'number.sm', fontWeight: 'semibold', overflowWrap: 'anywhere' },
  },
});

interface AgeingProps {
  label: string;
  /** Undefined while it is loading. */
  amounts: (AgeingAmounts & { total: number }) | undefined;
  /** Leads from an amount to the clients behind it. */
  linkOf?: (column: keyof AgeingAmounts) => LinkProps;
}

/** The amount owed, by the days since it was due, with its sum. */
export const Ageing = ({ label, amounts, linkOf }: AgeingProps) => (
  <Box role="group" aria-label={label} tabIndex={0} borderWidth="1px" borderRadius="l3" overflowX="auto">
    <Strip>
      {AGEING_COLUMNS.map((column) => (
        <div key={column}>
          <dt>
            <b>{AGEING_PAPER_LABELS[column]}</b>
            {AGEING_LABELS[column]}
            {column !== 'notDue' && ' late'}
          </dt>
          {amounts ? (
            <chakra.dd color={column === 'older' && amounts.older > 0 ? 'fg.error' : undefined}>
              {linkOf && amounts[column] > 0 ? (
                <Link {...linkOf(column)} replace resetScroll={false}>
                  {formatAmount(amounts[column])}
                </Link>
              ) : (
                formatAmount(amounts[column])
              )}
            </chakra.dd>
          ) : (
            <Skeleton as="dd" height="5" mt="0.5" width="70%" />
          )}
        </div>
      ))}
      <div>
        <dt>Owed</dt>
        {amounts ? (
          <dd>{formatAmount(amounts.total)}</dd>
        ) : (
          <Skeleton as="dd" height="5" mt="0.5" width="70%" />
        )}
      </div>
    </Strip>
  </Box>
);
