import { chakra, Table } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { formatAmount } from '#shared/money.ts';

/** A link over the width of its cell. */
export const RowLink = chakra('a', {
  base: {
    display: 'flex',
    alignItems: 'center',
    minHeight: '6',
    '@media (pointer: coarse)': { minHeight: '11' },
    color: 'brand.fg',
    _hover: { textDecoration: 'underline' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing' },
    _print: { color: 'fg' },
  },
});

interface SumProps {
  label: ReactNode;
  /** Null where no figure is known. */
  amount: number | null;
  /** Leads to what the amount consists of. */
  link?: LinkProps | undefined;
  isTotal?: boolean;
}

/** A row of a sum: what it is and its amount, or a dash where no figure is known. */
export const Sum = ({ label, amount, link, isTotal = false }: SumProps) => (
  <Table.Row {...(isTotal && { fontWeight: 'semibold', bg: 'bg.subtle' })}>
    <Table.Cell py="1.5">
      {link ? (
        <RowLink asChild>
          <Link {...link}>{label}</Link>
        </RowLink>
      ) : (
        label
      )}
    </Table.Cell>
    <Table.Cell
      py="1.5"
      textAlign="end"
      textStyle="number.sm"
      whiteSpace="nowrap"
      color={amount === 0 && !isTotal ? 'fg.subtle' : undefined}
    >
      {amount === null ? '–' : formatAmount(amount)}
    </Table.Cell>
  </Table.Row>
);

/** A table of sums with their names. */
export const Sums = ({ label, children }: { label: string; children: ReactNode }) => (
  <Table.Root
    size="sm"
    variant="outline"
    borderRadius="l3"
    overflow="clip"
    bg="bg.panel"
    aria-label={label}
    css={{ breakInside: 'avoid' }}
  >
    <Table.Body>{children}</Table.Body>
  </Table.Root>
);
