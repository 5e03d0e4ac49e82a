import { chakra, Skeleton } from '@chakra-ui/react';
import type { Ageing as AgeingAmounts } from '#shared/contract/ledger-statements.ts';
import { AGEING_COLUMNS, AGEING_LABELS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';

const Strip = chakra('dl', {
  base: {
    display: 'grid',
    gridTemplateColumns: {
      base: 'repeat(2, minmax(0, 1fr))',
      sm: 'repeat(3, minmax(0, 1fr))',
      lg: 'repeat(6, minmax(0, 1fr))',
    },
    _print: { gridTemplateColumns: 'repeat(6, minmax(0, 1fr))' },
    gap: '1px',
    bg: 'border',
    borderWidth: '1px',
    borderRadius: 'l3',
    overflow: 'hidden',
    '& > div': { bg: 'bg.panel', px: '3', py: '2', minH: '3.25rem' },
    '& dt': { textStyle: 'detail' },
    '& dd': { textStyle: 'number.sm', fontWeight: 'semibold', overflowWrap: 'anywhere' },
  },
});

interface AgeingProps {
  label: string;
  /** Undefined while it is loading. */
  amounts: (AgeingAmounts & { total: number }) | undefined;
}

/** The amount owed, by the days since it was due, with its sum. */
export const Ageing = ({ label, amounts }: AgeingProps) => (
  <Strip aria-label={label}>
    {AGEING_COLUMNS.map((column) => (
      <div key={column}>
        <dt>
          {AGEING_LABELS[column]}
          {column !== 'notDue' && ' late'}
        </dt>
        {amounts ? (
          <chakra.dd color={column === 'older' && amounts.older > 0 ? 'fg.error' : undefined}>
            {formatAmount(amounts[column])}
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
);
