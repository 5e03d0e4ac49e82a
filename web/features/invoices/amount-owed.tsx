import { Box, Card, Heading, HStack, SimpleGrid, Skeleton, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useDeferredValue } from 'react';
import type { BillingDetails } from '#shared/contract/invoices.ts';
import { formatRand } from '#shared/money.ts';
import { AfterAMoment } from '../../components/after-a-moment.tsx';
import { CopyButton } from '../../components/copy-button.tsx';
import { Fact } from '../../components/facts.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { invoiceListQuery } from './api/list-invoices.ts';
import { billingDetailsQuery } from './api/read-billing-details.ts';
import { isOverdue, isOwed, sumCents } from './owed.ts';

const BankDetails = ({ bank }: Pick<BillingDetails, 'bank'>) => (
  <>
    <SimpleGrid as="dl" columns={{ base: 2, lg: 5 }} gap="3">
      <Fact name="Account name">{bank.accountName}</Fact>
      <Fact name="Bank">{bank.bankName}</Fact>
      <Fact name="Branch code">{bank.branchCode}</Fact>
      <Fact name="Account number">{bank.accountNumber}</Fact>
      <Fact name="Account type">{bank.accountType}</Fact>
    </SimpleGrid>
    <Box _print={{ display: 'none' }}>
      <CopyButton size="xs" text={bank.accountNumber.replaceAll(' ', '')} label="Copy account number" />
    </Box>
  </>
);

/** The final height of the bank details with the button. */
const BANK_HEIGHT = { base: '12.25rem', lg: '5rem' };

const AMOUNT_HEIGHT = { base: '23.625rem', lg: '15.125rem' };

const HowToPay = () => {
  const { data: billing, error, refetch } = useQuery(billingDetailsQuery);
  if (error) {
    return <LoadError title="The bank details could not be read" error={error} onRetry={refetch} />;
  }

  return (
    <>
      <Heading as="h3" size="sm">
        How to pay by EFT
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        Please give the number of the invoice as the reference, so that your payment finds it.
      </Text>
      {billing ? (
        <BankDetails bank={billing.bank} />
      ) : (
        <AfterAMoment label="Loading the bank details">
          <Skeleton height={BANK_HEIGHT} />
        </AfterAMoment>
      )}
    </>
  );
};

/** A skeleton in the shape of an amount owed, because clients who owe nothing seldom come here. */
const LoadingAmount = () => (
  <AfterAMoment label="Loading what is due">
    <Skeleton height={AMOUNT_HEIGHT} borderRadius="l3" />
  </AfterAMoment>
);

const AmountCard = ({ children }: { children: ReactNode }) => (
  <Card.Root as="section" size="sm" variant="outline" aria-label="What is due">
    <Card.Body gap="3">{children}</Card.Body>
  </Card.Root>
);

/** Shown if the amount could not be loaded. The list below says why, and its button tries again for both. */
const UnreadAmount = () => (
  <AmountCard>
    <Heading as="h2" size="md">
      What you owe could not be read
    </Heading>
    <HowToPay />
  </AmountCard>
);

/** The total that a client owes, how much of it is overdue, and how to pay. */
export const AmountOwed = ({ userId }: { userId: number }) => {
  const { data, error } = useQuery(invoiceListQuery(userId));
  // Deferred so that it appears together with the list below, which is rendered in slices.
  const invoices = useDeferredValue(data);
  if (!invoices) {
    return error ? <UnreadAmount /> : <LoadingAmount />;
  }

  const owed = invoices.filter(isOwed);
  const owedCents = sumCents(owed);
  const now = new Date();
  const overdueCents = sumCents(owed.filter((invoice) => isOverdue(invoice, now)));

  return (
    <AmountCard>
      {owed.length === 0 ? (
        <HStack gap="2">
          <Box color="fg.success" aria-hidden>
            <CircleCheck size={20} />
          </Box>
          <Heading as="h2" size="md">
            Nothing is due
          </Heading>
        </HStack>
      ) : (
        <>
          <Box>
            <Heading as="h2" size="lg">
              You owe {formatRand(owedCents)}
            </Heading>
            {overdueCents > 0 && (
              <Text color="fg.error" fontWeight="medium">
                {overdueCents === owedCents ? 'All' : formatRand(overdueCents)} of it is overdue.
              </Text>
            )}
          </Box>
          <HowToPay />
        </>
      )}
    </AmountCard>
  );
};
