import { Badge, Box, Button, Card, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useDeferredValue, useId, useState } from 'react';
import { describeDayAhead, formatDay } from '#shared/dates.ts';
import { formatRand } from '#shared/money.ts';
import { AfterAMoment } from '../../components/after-a-moment.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { invoiceListQuery } from './api/list-invoices.ts';
import { HowToPay } from './how-to-pay.tsx';
import { type Debt, sumUpDebt } from './owed.ts';

/** The same height for each answer on the dashboard, so that nothing below moves when it arrives. */
const BRIEF_HEIGHT = { base: '12rem', md: '10rem' };

/** The height of two open invoices and the bank details, because clients who owe nothing seldom open this page. */
const WHOLE_HEIGHT = { base: '32rem', lg: '20rem' };

const AmountCard = ({ children, minH }: { children: ReactNode; minH?: typeof BRIEF_HEIGHT | undefined }) => (
  <Card.Root as="section" variant="outline" aria-label="What is due" minH={minH} justifyContent="center">
    <Card.Body gap="4" p={{ base: '4', md: '5' }} flex="none">
      {children}
    </Card.Body>
  </Card.Root>
);

const LoadingAmount = ({ isBrief }: { isBrief: boolean }) =>
  isBrief ? (
    <AmountCard minH={BRIEF_HEIGHT}>
      <AfterAMoment label="Loading what is due">
        <Stack gap="3">
          <Skeleton height="9" maxW="18rem" />
          <Skeleton height="5" maxW="24rem" />
        </Stack>
      </AfterAMoment>
    </AmountCard>
  ) : (
    <AfterAMoment label="Loading what is due">
      <Skeleton height={WHOLE_HEIGHT} borderRadius="l3" />
    </AfterAMoment>
  );

const SeeInvoices = () => (
  <Button asChild size="sm" variant="outline">
    <Link to="/client" search={{ section: 'invoices' }}>
      See invoices
    </Link>
  </Button>
);

const NothingDue = () => (
  <HStack gap="3">
    <Box color="fg.success" aria-hidden>
      <CircleCheck size={28} />
    </Box>
    <Box>
      <Heading as="h2" size="xl">
        Nothing is due
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        You have no open invoice.
      </Text>
    </Box>
  </HStack>
);

/** Says since when something is overdue, and what has to be paid next. */
const DueDates = ({ debt, now }: { debt: Debt; now: Date }) => {
  const { overdue, next } = debt;
  const help = next && describeDayAhead(next.day, now);

  return (
    <HStack gap="2" wrap="wrap" mt="1.5" minH="6" textStyle="sm">
      {overdue && (
        <Badge colorPalette="red" textStyle="sm" px="2.5" py="0.5">
          {overdue.cents === debt.cents ? 'All of it' : formatRand(overdue.cents)} overdue since{' '}
          {formatDay(overdue.day, now)}
        </Badge>
      )}
      {next && (
        <Text color="fg.muted">
          {overdue ? 'Next due' : 'Due'} {formatDay(next.day, now)}
          {help && ` (${help})`}
          {next.cents < debt.cents && `, ${formatRand(next.cents)}`}
        </Text>
      )}
    </HStack>
  );
};

const Owed = ({ debt }: { debt: Debt }) => (
  <Box minW="0">
    <Heading as="h2" textStyle="3xl" overflowWrap="anywhere">
      You owe {formatRand(debt.cents)}
    </Heading>
    <DueDates debt={debt} now={new Date()} />
  </Box>
);

/** What a client owes on the dashboard; the way to pay opens in place. */
const BriefDebt = ({ debt }: { debt: Debt }) => {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();

  return (
    <>
      <Owed debt={debt} />
      <HStack gap="2" _print={{ display: 'none' }}>
        <Button
          size="sm"
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          How to pay
        </Button>
        <SeeInvoices />
      </HStack>
      {isOpen && (
        <Box id={detailsId} borderTopWidth="1px" pt="4">
          <HowToPay invoices={debt.invoices} />
        </Box>
      )}
    </>
  );
};

interface AmountOwedProps {
  /** Undefined until the session is known. */
  userId: number | undefined;
  /** True on the dashboard: the bank details open by a press. Otherwise they are shown at once. */
  isBrief?: boolean;
}

/** The total that a client owes, how much of it is overdue since when, what is due next, and how to pay. */
export const AmountOwed = ({ userId, isBrief = false }: AmountOwedProps) => {
  const { data, error, refetch } = useQuery({
    ...invoiceListQuery(userId ?? 0),
    enabled: userId !== undefined,
  });
  // Deferred so that it appears together with the list of the invoices page, which is rendered in slices.
  const invoices = useDeferredValue(data);
  if (error) {
    return (
      <AmountCard>
        {isBrief ? (
          <LoadError title="What you owe could not be read" error={error} onRetry={refetch} />
        ) : (
          <Heading as="h2" size="md">
            What you owe could not be read
          </Heading>
        )}
        <HowToPay invoices={[]} />
      </AmountCard>
    );
  }
  if (!invoices) {
    return <LoadingAmount isBrief={isBrief} />;
  }

  const debt = sumUpDebt(invoices, new Date());

  return (
    <AmountCard minH={isBrief ? BRIEF_HEIGHT : undefined}>
      {debt.invoices.length === 0 && (
        <>
          <NothingDue />
          {isBrief && (
            <Box ps="10">
              <SeeInvoices />
            </Box>
          )}
        </>
      )}
      {debt.invoices.length > 0 &&
        (isBrief ? (
          <BriefDebt debt={debt} />
        ) : (
          <>
            <Owed debt={debt} />
            <HowToPay invoices={debt.invoices} />
          </>
        ))}
    </AmountCard>
  );
};
