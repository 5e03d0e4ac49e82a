import { Box, chakra, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { BankLine } from '#shared/contract/bank/bank-lines.ts';
import type { ListedPayment } from '#shared/contract/payments/ledger-payments.ts';
import { formatDateShort } from '#shared/dates.ts';
import { bankDayOf, nameEntry } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { CheckBox } from '../../../components/form/check-box.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import type { ChosenClient } from '../../../components/search/client-field.tsx';
import { nameClient } from './line-words.ts';
import { nearPaymentsQuery } from './queries.ts';

const Choice = chakra('label', {
  base: {
    display: 'flex',
    gap: '3',
    alignItems: 'center',
    minH: '11',
    borderTopWidth: '1px',
    cursor: 'pointer',
    textStyle: 'number.sm',
  },
});

interface PaymentChoicesProps {
  client: ChosenClient;
  line: BankLine;
  chosenIds: readonly number[];
  onToggle: (payment: ListedPayment) => void;
}

/** The payments of a client around the day of the line. */
export const PaymentChoices = ({ client, line, chosenIds, onToggle }: PaymentChoicesProps) => {
  const { data, error, refetch } = useQuery(nearPaymentsQuery(client.userId, line));
  if (error && !data) {
    return <LoadError title="The payments could not be read" error={error} onRetry={refetch} />;
  }
  if (!data) {
    return <SkeletonRows label="Loading the payments" rows={2} height="11" />;
  }

  return (
    <Box as="section" aria-label={`Payments of ${nameClient(client)}`}>
      <Text textStyle="sm" fontWeight="semibold">
        <bdi>{nameClient(client)}</bdi>, {client.OWNumber}
      </Text>
      {data.payments.length === 0 && (
        <Text textStyle="sm" color="fg.muted">
          No payment from {formatDateShort(data.days.from)} to {formatDateShort(data.days.until)}.
        </Text>
      )}
      {data.payments.map((payment) => (
        <Choice key={payment.id}>
          <CheckBox
            type="checkbox"
            checked={chosenIds.includes(payment.id)}
            onChange={() => onToggle(payment)}
          />
          <Box flex="1" minW="0" overflowWrap="anywhere">
            {formatDateShort(bankDayOf(payment))} · {nameEntry(payment)}
            {payment.reference && (
              <Text textStyle="detail">
                <bdi>{payment.reference}</bdi>
              </Text>
            )}
          </Box>
          <Text as="span" fontWeight="semibold" whiteSpace="nowrap">
            {formatAmount(payment.amount)}
          </Text>
        </Choice>
      ))}
    </Box>
  );
};
