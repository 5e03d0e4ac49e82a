import { Box, Button, Flex, Grid, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { BillingDetails } from '#shared/contract/invoices.ts';
import type { OpenItem } from '#shared/contract/ledger-payments.ts';
import { OPENING_BALANCE } from '#shared/contract/limits.ts';
import { formatDay } from '#shared/dates.ts';
import { ageDayOf } from '#shared/due-dates.ts';
import { formatAmount } from '#shared/money.ts';
import { CopyButton, CopyIcon } from '../../components/facts/copy-button.tsx';
import { Fact } from '../../components/facts/facts.tsx';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { DueLine } from './due-line.tsx';
import { billingDetailsQuery } from './queries.ts';

type Bank = BillingDetails['bank'];

/** The fragment of an address that asks for this part of a page. */
export const HOW_TO_PAY_ID = 'how-to-pay';

export const useIsPayAsked = (): boolean => useLocation({ select: ({ hash }) => hash === HOW_TO_PAY_ID });

/** The final height of the bank details with their buttons. */
const BANK_HEIGHT = { base: '12.25rem', lg: '5rem' };

/** The number of items that are shown until the client opens all. */
const FIRST_SHOWN = 5;

const withoutSpaces = (text: string) => text.replace(/\s/g, '');

/** All that a bank's form asks for, one fact on a line. */
const wordPayment = (bank: Bank, reference: string): string =>
  [
    `Account name: ${bank.accountName}`,
    `Bank: ${bank.bankName}`,
    `Branch code: ${bank.branchCode}`,
    `Account number: ${withoutSpaces(bank.accountNumber)}`,
    `Account type: ${bank.accountType}`,
    `Reference: ${reference}`,
  ].join('\n');

const ItemLine = ({ item }: { item: OpenItem }) => (
  <Flex as="li" gap="3" align="baseline" py="2" borderTopWidth="1px">
    <Flex flex="1" minW="0" wrap="wrap" columnGap="4" align="baseline">
      <Text textStyle="sm" fontWeight="semibold" overflowWrap="anywhere" minW="9.5rem">
        {item.kind === 'refund' ? 'Refund, owed again' : (item.number ?? OPENING_BALANCE)}
      </Text>
      <DueLine day={ageDayOf(item)} format={formatDay} />
    </Flex>
    <Text textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
      {formatAmount(item.amountDue)}
    </Text>
  </Flex>
);

/** The open items, one by one. */
export const OpenItems = ({ items }: { items: readonly OpenItem[] }) => {
  const [isWhole, setIsWhole] = useState(false);
  const shown = isWhole ? items : items.slice(0, FIRST_SHOWN);

  return (
    <Box>
      <Stack as="ul" gap="0" listStyleType="none" aria-label="What is owed" borderBottomWidth="1px">
        {shown.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items have one order, and not each has a number.
          <ItemLine key={index} item={item} />
        ))}
      </Stack>
      {items.length > FIRST_SHOWN && (
        <Button size="xs" variant="ghost" mt="1" ms="-2.5" onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? 'Show fewer' : `Show all ${items.length}`}
        </Button>
      )}
    </Box>
  );
};

const BankDetails = ({ bank, reference }: { bank: Bank; reference: string }) => (
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
      <CopyButton size="xs" text={wordPayment(bank, reference)} label="Copy all details" />
    </HStack>
  </>
);

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

/** The payment reference, which is the client's number (D61), and the bank account. */
export const HowToPay = ({ reference }: { reference: string }) => {
  const { data: billing, error, refetch } = useQuery(billingDetailsQuery);
  const isAsked = useIsPayAsked();
  const section = useRef<HTMLDivElement>(null);

  // The router scrolls to it only if it was there before the address changed.
  useEffect(() => {
    if (isAsked) {
      section.current?.scrollIntoView({ block: 'start' });
    }
  }, [isAsked]);

  return (
    <Stack ref={section} as="section" id={HOW_TO_PAY_ID} scrollMarginTop="20" gap="3" aria-label="How to pay">
      <Heading as="h3" size="sm">
        How to pay by EFT
      </Heading>
      <Reference reference={reference} />
      {error && <LoadError title="The bank details could not be read" error={error} onRetry={refetch} />}
      {billing && <BankDetails bank={billing.bank} reference={reference} />}
      {!billing && !error && (
        <AfterAMoment label="Loading the bank details">
          <Skeleton height={BANK_HEIGHT} />
        </AfterAMoment>
      )}
    </Stack>
  );
};
