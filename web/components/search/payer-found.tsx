import { Box, Flex, Text } from '@chakra-ui/react';
import type { Payer } from '#shared/contract/bank/payers.ts';
import { formatAmount } from '#shared/money.ts';
import { detailOfCustomer, nameOfCustomer } from './customer-found.tsx';
import { Marked } from './marked.tsx';

interface PayerFoundProps {
  payer: Payer;
  /** What somebody may have paid. */
  amount: number;
  typed: string;
}

/** A client who may have paid an amount, with what they owe. */
export const PayerFound = ({ payer, amount, typed }: PayerFoundProps) => {
  const { due, isAllDue, invoiceNumber, customerStatus } = payer;

  return (
    <Box flex="1" minW="0" py="2" textStyle="sm">
      <Flex justify="space-between" gap="3">
        <Text fontWeight="semibold" truncate>
          <bdi>
            <Marked text={nameOfCustomer(payer)} typed={typed} />
          </bdi>
        </Text>
        <Text flexShrink="0" fontWeight={isAllDue ? 'semibold' : undefined}>
          {due > 0 ? `owes ${formatAmount(due)}` : 'owes nothing'}
        </Text>
      </Flex>
      <Text textStyle="detail" truncate>
        {customerStatus !== 'Active' && 'Inactive · '}
        <Marked text={detailOfCustomer(payer, typed)} typed={typed} />
      </Text>
      {invoiceNumber !== null && !isAllDue && (
        <Text textStyle="detail">
          {formatAmount(amount)} of it is {invoiceNumber}
        </Text>
      )}
    </Box>
  );
};
