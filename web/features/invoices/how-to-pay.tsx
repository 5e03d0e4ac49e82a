import { Box, Button, Flex, Heading, HStack, SimpleGrid, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { BillingDetails, Invoice } from '#shared/contract/invoices.ts';
import { formatAmount } from '#shared/money.ts';
import { AfterAMoment } from '../../components/after-a-moment.tsx';
import { CopyButton, CopyIcon } from '../../components/copy-button.tsx';
import { Fact } from '../../components/facts.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { billingDetailsQuery } from './api/read-billing-details.ts';
import { DueLine } from './due-line.tsx';

type Bank = BillingDetails['bank'];

/** The final height of the bank details with their buttons. */
const BANK_HEIGHT = { base: '12.25rem', lg: '5rem' };

/** The number of references that are shown until the client opens all. */
const FIRST_SHOWN = 5;

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** All that a bank's form asks for, one fact on a line. */
const wordPayment = (bank: Bank, invoices: readonly Invoice[]): string =>
  [
    `Account name: ${bank.accountName}`,
    `Bank: ${bank.bankName}`,
    `Branch code: ${bank.branchCode}`,
    `Account number: ${withoutSpaces(bank.accountNumber)}`,
    `Account type: ${bank.accountType}`,
    ...invoices.map(
      ({ reference, totalAmount }) =>
        `Reference ${reference}: ${formatAmount(totalAmount).replace(/\s/g, ' ')}`,
    ),
  ].join('\n');

const ReferenceLine = ({ invoice }: { invoice: Invoice }) => (
  <Flex as="li" gap="3" align="center" py="2" borderTopWidth="1px">
    <Flex flex="1" minW="0" wrap="wrap" columnGap="4" align="baseline">
      <Text textStyle="sm" fontWeight="semibold" overflowWrap="anywhere" minW="9.5rem">
        {invoice.reference}
      </Text>
      <DueLine invoice={invoice} />
    </Flex>
    <Text textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
      {formatAmount(invoice.totalAmount)}
    </Text>
    <CopyIcon text={invoice.reference} name={`reference ${invoice.reference}`} />
  </Flex>
);

/** The reference and the amount of each open invoice, so that a payment of one finds it. */
const References = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? invoices : invoices.slice(0, FIRST_SHOWN);

  return (
    <Box>
      <Stack as="ul" gap="0" listStyleType="none" aria-label="References" borderBottomWidth="1px">
        {shown.map((invoice) => (
          <ReferenceLine key={invoice.id} invoice={invoice} />
        ))}
      </Stack>
      {shown.length < invoices.length && (
        <Button size="xs" variant="ghost" mt="1" ms="-2.5" onClick={() => setIsWhole(true)}>
          Show all {invoices.length}
        </Button>
      )}
    </Box>
  );
};

const BankDetails = ({ bank, invoices }: { bank: Bank; invoices: readonly Invoice[] }) => (
  <>
    <SimpleGrid as="dl" columns={{ base: 2, lg: 5 }} gap="3">
      <Fact name="Account name">{bank.accountName}</Fact>
      <Fact name="Bank">{bank.bankName}</Fact>
      <Fact name="Branch code">{bank.branchCode}</Fact>
      <Fact name="Account number">{bank.accountNumber}</Fact>
      <Fact name="Account type">{bank.accountType}</Fact>
    </SimpleGrid>
    <HStack gap="2" wrap="wrap" _print={{ display: 'none' }}>
      <CopyButton size="xs" text={withoutSpaces(bank.accountNumber)} label="Copy account number" />
      <CopyButton size="xs" text={wordPayment(bank, invoices)} label="Copy all details" />
    </HStack>
  </>
);

/** The references of the open invoices and the bank account. Without invoices, only the account. */
export const HowToPay = ({ invoices }: { invoices: readonly Invoice[] }) => {
  const { data: billing, error, refetch } = useQuery(billingDetailsQuery);
  if (error) {
    return <LoadError title="The bank details could not be read" error={error} onRetry={refetch} />;
  }

  return (
    <Stack gap="3">
      <Box>
        <Heading as="h3" size="sm">
          How to pay by EFT
        </Heading>
        <Text textStyle="sm" color="fg.muted" mt="1">
          Please give the number of the invoice as the reference, so that your payment finds it.
        </Text>
      </Box>
      {invoices.length > 0 && <References invoices={invoices} />}
      {billing ? (
        <BankDetails bank={billing.bank} invoices={invoices} />
      ) : (
        <AfterAMoment label="Loading the bank details">
          <Skeleton height={BANK_HEIGHT} />
        </AfterAMoment>
      )}
    </Stack>
  );
};
