import { Box, Flex, Grid, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { BillingDetails } from '#shared/contract/invoices.ts';
import { formatRand } from '#shared/money.ts';
import { NON_BREAKING_SPACE } from '#shared/numbers.ts';
import { CopyButton, CopyIcon } from '../../../components/facts/copy-button.tsx';
import { Fact } from '../../../components/facts/facts.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { billingDetailsQuery } from '../queries.ts';

type Bank = BillingDetails['bank'];

/** The final height of the bank details with their buttons, and with amounts to choose from. */
const BANK_HEIGHT = { base: '12.25rem', lg: '5rem' };
const CHOICE_HEIGHT = { base: '18.625rem', lg: '11.375rem' };

/** An amount that a client may choose to pay. */
export interface PayAmount {
  label: 'Overdue' | 'All' | 'Still payable';
  cents: number;
}

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** All that a bank's form asks for, one fact on a line. */
const wordPayment = (bank: Bank, reference: string, amount?: PayAmount): string =>
  [
    `Account name: ${bank.accountName}`,
    `Bank: ${bank.bankName}`,
    `Branch code: ${bank.branchCode}`,
    `Account number: ${withoutSpaces(bank.accountNumber)}`,
    `Account type: ${bank.accountType}`,
    `Reference: ${reference}`,
    // An ordinary space, because a bank's form may refuse the one that never breaks.
    ...(amount ? [`Amount: ${formatRand(amount.cents).replaceAll(NON_BREAKING_SPACE, ' ')}`] : []),
  ].join('\n');

interface Paying {
  reference: string;
  /** One, or several to choose from; none if they are not known. */
  amounts: readonly PayAmount[];
}

type DetailsOf = (amount?: PayAmount) => string;

/** The amounts to choose from, each with all that a bank asks for. */
const Amounts = ({ amounts, detailsOf }: { amounts: readonly PayAmount[]; detailsOf: DetailsOf }) => (
  <Stack as="ul" gap="0" listStyleType="none" aria-label="Amounts to pay" borderBottomWidth="1px">
    {amounts.map((amount) => (
      <Flex as="li" key={amount.label} gap="3" align="center" py="1.5" borderTopWidth="1px">
        <Flex flex="1" minW="0" wrap="wrap" columnGap="3" align="baseline">
          <Text textStyle="sm" color="fg.muted" minW="4.5rem">
            {amount.label}
          </Text>
          <Text textStyle="number" fontWeight="bold" whiteSpace="nowrap">
            {formatRand(amount.cents)}
          </Text>
        </Flex>
        <CopyButton
          size="xs"
          text={detailsOf(amount)}
          label="Copy details"
          of={`${amount.label} ${formatRand(amount.cents)}`}
        />
      </Flex>
    ))}
  </Stack>
);

const BankDetails = ({ bank, reference, amounts }: Paying & { bank: Bank }) => {
  const detailsOf = (amount?: PayAmount) => wordPayment(bank, reference, amount);

  return (
    <>
      <Grid
        as="dl"
        gap="3"
        gridTemplateColumns="repeat(auto-fit, minmax(8.5rem, 1fr))"
        _print={{ gridTemplateColumns: 'repeat(5, auto)' }}
      >
        <Fact name="Account name">{bank.accountName}</Fact>
        <Fact name="Bank">{bank.bankName}</Fact>
        <Fact name="Branch code">{bank.branchCode}</Fact>
        <Fact name="Account number">{bank.accountNumber}</Fact>
        <Fact name="Account type">{bank.accountType}</Fact>
      </Grid>
      <HStack gap="2" wrap="wrap" _print={{ display: 'none' }}>
        <CopyButton size="xs" text={withoutSpaces(bank.accountNumber)} label="Copy account number" />
        {amounts.length < 2 && <CopyButton size="xs" text={detailsOf(amounts[0])} label="Copy all details" />}
      </HStack>
      {amounts.length > 1 && <Amounts amounts={amounts} detailsOf={detailsOf} />}
    </>
  );
};

const Reference = ({ reference }: { reference: string }) => (
  <Flex gap="3" rowGap="1.5" align="center" wrap="wrap">
    <Box borderWidth="1px" borderRadius="l2" bg="bg.subtle" ps="3" pe="1.5" py="1.5">
      <Text textStyle="detail">Your payment reference</Text>
      <HStack gap="1">
        <Text textStyle="number.xl" fontWeight="bold">
          {reference}
        </Text>
        <CopyIcon text={reference} name={`reference ${reference}`} />
      </HStack>
    </Box>
    <Text textStyle="sm" color="fg.muted" flex="1" minW="11rem">
      Use it for every payment, so that we know that it is yours.
    </Text>
  </Flex>
);

interface HowToPayProps extends Partial<Paying> {
  reference: string;
  /** Said at the end. */
  children?: ReactNode;
}

/** The payment reference, which is the client's number (D61), and the bank account. */
export const HowToPay = ({ reference, amounts = [], children }: HowToPayProps) => {
  const { data: billing, error, refetch } = useQuery(billingDetailsQuery);

  return (
    <Stack as="section" gap="3" aria-label="How to pay">
      <Heading as="h3" size="sm">
        How to pay by EFT
      </Heading>
      <Reference reference={reference} />
      {error && <LoadError title="The bank details could not be read" error={error} onRetry={refetch} />}
      {billing && <BankDetails bank={billing.bank} reference={reference} amounts={amounts} />}
      {!billing && !error && (
        <AfterAMoment label="Loading the bank details">
          <Skeleton height={amounts.length > 1 ? CHOICE_HEIGHT : BANK_HEIGHT} />
        </AfterAMoment>
      )}
      {children}
    </Stack>
  );
};
