import { Badge, Box, Button, Card, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import type { User } from '#shared/contract/auth.ts';
import type { Debt } from '#shared/contract/ledger-payments.ts';
import { describeDayAhead, formatDay } from '#shared/dates.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { AfterAMoment } from '../../components/loading/after-a-moment.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { debtQuery } from '../../lib/debt-query.ts';
import { useFirstRead } from '../../lib/use-first-read.ts';
import { HowToPay, OpenItems, useIsPayAsked } from './how-to-pay.tsx';
import { sumUpDueDays } from './owed.ts';

/**
 * The height of the tallest usual answer on the dashboard, so that nothing below moves when an answer arrives. On a
 * phone it has an amount, the overdue part, the next due date and two lines of buttons.
 */
const BRIEF_HEIGHT = { base: '15.125rem', sm: '10.125rem' };

/** The height of two open invoices and the bank details, because clients who owe nothing seldom open this page. */
const WHOLE_HEIGHT = { base: '45rem', lg: '25rem' };

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
          <Skeleton height={{ base: '3.25rem', sm: '6' }} maxW="24rem" />
          <Skeleton height={{ base: '24', sm: '9' }} maxW={{ sm: '20rem' }} />
        </Stack>
      </AfterAMoment>
    </AmountCard>
  ) : (
    <AfterAMoment label="Loading what is due">
      <Skeleton height={WHOLE_HEIGHT} borderRadius="l3" />
    </AfterAMoment>
  );

/** On a phone, the buttons fill their lines. */
const FILLED = { flexGrow: { base: '1', sm: '0' } } as const;

const SeeInvoices = () => (
  <Button asChild size="sm" variant="outline" {...FILLED}>
    <Link to="/client" search={{ section: 'invoices' }}>
      See invoices
    </Link>
  </Button>
);

const SeeStatement = () => (
  <Button asChild size="sm" variant="outline" {...FILLED} _print={{ display: 'none' }}>
    <Link to="/client" search={{ section: 'statement' }}>
      Statement
    </Link>
  </Button>
);

const NothingDue = ({ credit }: { credit: number }) => (
  <HStack gap="3">
    <Box color="fg.success" aria-hidden>
      <CircleCheck size={28} />
    </Box>
    <Box>
      <Heading as="h2" size="xl" overflowWrap="anywhere">
        {credit > 0 ? `You have ${formatAmount(credit)} credit` : 'Nothing is due'}
      </Heading>
      <Text textStyle="sm" color="fg.muted">
        {credit > 0 ? 'Nothing is owed. Your credit pays your next invoice.' : 'You have no open invoice.'}
      </Text>
    </Box>
  </HStack>
);

/** Says how much is overdue since when, and which amount is due next. */
const DueDates = ({ debt, now }: { debt: Debt; now: Date }) => {
  const { overdue, next } = sumUpDueDays(debt.items, now);
  const owedCents = centsFromAmount(debt.owed);
  const help = next && describeDayAhead(next.day, now);

  return (
    <HStack gap="2" wrap="wrap" mt="1.5" minH="6" textStyle="sm">
      {overdue && (
        <Badge colorPalette="red" textStyle="sm" px="2.5" py="0.5">
          {overdue.cents === owedCents ? 'All of it' : formatRand(overdue.cents)} overdue since{' '}
          {formatDay(overdue.day, now)}
        </Badge>
      )}
      {next && (
        <Text color="fg.muted">
          {overdue ? 'Next due' : 'Due'} {formatDay(next.day, now)}
          {help && ` (${help})`}
          {next.cents < owedCents && `, ${formatRand(next.cents)}`}
        </Text>
      )}
    </HStack>
  );
};

const Owed = ({ debt }: { debt: Debt }) => (
  <Box minW="0">
    <Heading as="h2" textStyle="3xl" overflowWrap="anywhere">
      You owe {formatAmount(debt.owed)}
    </Heading>
    <DueDates debt={debt} now={new Date()} />
  </Box>
);

/** The amount that a client owes, on the dashboard; the way to pay opens in place. */
const BriefDebt = ({ debt, reference }: { debt: Debt; reference: string }) => {
  const [isOpen, setIsOpen] = useState(false);
  const detailsId = useId();

  return (
    <>
      <Owed debt={debt} />
      <HStack gap="2" wrap="wrap" _print={{ display: 'none' }}>
        <Button
          size="sm"
          {...FILLED}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          How to pay
        </Button>
        <SeeInvoices />
        <SeeStatement />
      </HStack>
      {isOpen && (
        <Box id={detailsId} borderTopWidth="1px" pt="4">
          <HowToPay reference={reference} />
        </Box>
      )}
    </>
  );
};

interface AmountOwedProps {
  /** Undefined until the session is known. */
  user: Pick<User, 'User_Id' | 'OWNumber'> | undefined;
  /** True on the dashboard: the bank details open by a press. Otherwise they are shown at once. */
  isBrief?: boolean;
}

/** The total that a client owes, how much of it is overdue since when, what is due next, and how to pay. */
export const AmountOwed = ({ user, isBrief = false }: AmountOwedProps) => {
  const {
    data: debt,
    error,
    refetch,
  } = useFirstRead({ ...debtQuery(user?.User_Id ?? 0), enabled: user !== undefined });
  const isPayAsked = useIsPayAsked();
  if (error && user) {
    return (
      <AmountCard>
        <LoadError title="What you owe could not be read" error={error} onRetry={refetch} />
        <HowToPay reference={user.OWNumber} />
      </AmountCard>
    );
  }
  if (!debt || !user) {
    return <LoadingAmount isBrief={isBrief} />;
  }

  return (
    <AmountCard minH={isBrief ? BRIEF_HEIGHT : undefined}>
      {debt.owed === 0 && (
        <>
          <NothingDue credit={debt.credit} />
          <HStack ps={{ sm: '10' }} gap="2" wrap="wrap" _print={{ display: 'none' }}>
            {isBrief && <SeeInvoices />}
            <SeeStatement />
          </HStack>
          {isPayAsked && <HowToPay reference={user.OWNumber} />}
        </>
      )}
      {debt.owed > 0 &&
        (isBrief ? (
          <BriefDebt debt={debt} reference={user.OWNumber} />
        ) : (
          <>
            <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
              <Owed debt={debt} />
              <SeeStatement />
            </HStack>
            <OpenItems items={debt.items} />
            <HowToPay reference={user.OWNumber} />
          </>
        ))}
    </AmountCard>
  );
};
