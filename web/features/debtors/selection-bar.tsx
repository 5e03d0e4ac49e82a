import { Button, HStack, Text } from '@chakra-ui/react';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Debtor } from '#shared/contract/debtors/ledger-statements.ts';
import { centsFromAmount, formatRand } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';

interface SelectionBarProps {
  debtors: readonly Debtor[];
  onClear: () => void;
  /** What can be done with them. */
  children?: ReactNode;
}

/** How many debtors are selected, and what they owe together; it stays in sight while the list scrolls. */
export const SelectionBar = ({ debtors, onClear, children }: SelectionBarProps) => {
  const cents = debtors.reduce((sum, { due }) => sum + centsFromAmount(due), 0);

  return (
    <HStack
      role="region"
      aria-label="Selection"
      position="sticky"
      bottom="calc(var(--offline-band, 0px) + 0.5rem)"
      zIndex="2"
      gap="3"
      flexWrap="wrap"
      px="4"
      py="2"
      bg="bg.panel"
      borderWidth="1px"
      borderColor="brand.solid"
      borderRadius="l3"
      shadow="md"
      _print={{ display: 'none' }}
    >
      <Text role="status" textStyle="sm" fontWeight="semibold">
        {formatCount(debtors.length)} selected, {formatRand(cents)}
      </Text>
      <HStack gap="2" ms="auto" flexWrap="wrap">
        <Button size="sm" px="2" variant="ghost" onClick={onClear}>
          <X /> Clear
        </Button>
        {children}
      </HStack>
    </HStack>
  );
};
