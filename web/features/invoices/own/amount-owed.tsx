import { Badge, Box, Button, Card, Heading, HStack, Skeleton, Stack, Text } from '@chakra-ui/react';
import { Link, useNavigate, useRouterState } from '@tanstack/react-router';
import { CircleCheck } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { OwnUser } from '#shared/contract/auth.ts';
import type { StillPayable } from '#shared/contract/debtors/ledger-statements.ts';
import type { Debt } from '#shared/contract/payments/ledger-payments.ts';
import { describeDayAhead, formatDay } from '#shared/dates.ts';
import { sumStillPayable, wordStillPayable } from '#shared/invoices/still-payable.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { AsOf } from '../../../components/facts/as-of.tsx';
import { AfterAMoment } from '../../../components/loading/after-a-moment.tsx';
import { lazyPart } from '../../../components/loading/lazy-part.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { debtQuery } from '../../../lib/reads/debt-query.ts';
import { useFirstRead } from '../../../lib/reads/use-first-read.ts';
import { sumUpDueDays } from '../owed.ts';
import type { PayAmount } from './how-to-pay.tsx';

/** Loaded after the answer, because it opens by a press. */
export const HowToPay = lazyPart(() => import('./how-to-pay.tsx'), 'HowToPay', {
  waiting: <Skeleton height={{ base: '31.25rem', lg: '20rem' }} />,
});

/**
 * The height of the usual answer of somebody who owes, so that nothing below moves when it arrives: an amount, the
 * overdue part, the next due date and the buttons. On a phone, those of the dashboard take two lines.
 */
const OWED_HEIGHT = {
  dashboard: { base: '17.125rem', sm: '10.125rem' },
  invoices: { base: '14.125rem', sm: '10.125rem' },
};

/** The same with the way to pay, which the address opens. */
const openHeight = ({ base, sm }: (typeof OWED_HEIGHT)['dashboard']) => ({
  base: `calc(${base} + 32.5rem)`,
  sm: `calc(${sm} + 24rem)`,
  lg: `calc(${sm} + 22rem)`,
});

type Height = Partial<ReturnType<typeof openHeight>>;

interface AmountCardProps {
  children: ReactNode;
  minH?: Height;
  isAwaited?: boolean;
}

const AmountCard = ({ children, minH, isAwaited }: AmountCardProps) => (
  <Card.Root
    as="section"
    variant="outline"
    aria-label="What is due"
    justifyContent="center"
    data-awaited={isAwaited || undefined}
    {...(minH && { minH })}
  >
    <Card.Body gap="4" p={{ base: '4', md: '5' }} flex="none">
      {children}
    </Card.Body>
  </Card.Root>
);

const LoadingAmount = ({ minH }: { minH: Height }) => (
  <AmountCard minH={minH} isAwaited>
    <AfterAMoment label="Loading what is due">
      <Stack gap="3">
        <Skeleton height="9" maxW="18rem" />
        <Skeleton height={{ base: '3.25rem', sm: '6' }} maxW="24rem" />
        <Skeleton height="9" maxW={{ sm: '20rem' }} />
      </Stack>
    </AfterAMoment>
  </AmountCard>
);

/** On a phone, the buttons fill their lines. */
const FILLED = { flexGrow: { base: '1', sm: '0' } } as const;

/** Stands beside the buttons, and on a phone below them. */
const Freshness = ({ at }: { at: number }) => (
  <Box flexBasis={{ base: '100%', sm: 'auto' }} ms={{ sm: 'auto' }}>
    <AsOf at={at} />
  </Box>
);

const SeeInvoices = () => (
  <Button asChild size="sm" variant="outline" {...FILLED}>
    <Link to="/client" search={{ section: 'invoices' }}>
      See invoices
    </Link>
  </Button>
);

const SeeStatement = () => (
  <Button asChild size="sm" variant="outline" {...FILLED}>
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

interface PayableProps {
  debt: Debt;
  /** What is written off (D65). */
  stillPayable: StillPayable;
}

/** What a client may pay who owes nothing in our books (D65). */
const OnlyStillPayable = ({ debt: { credit }, stillPayable }: PayableProps) => (
  <Box minW="0">
    <Heading as="h2" size="xl" overflowWrap="anywhere">
      {wordStillPayable(stillPayable)}
    </Heading>
    <Text textStyle="sm" color="fg.muted">
      {credit > 0
        ? `Nothing is due in our books, and you have ${formatAmount(credit)} credit for your next invoice.`
        : 'Nothing is due in our books.'}
    </Text>
  </Box>
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

const Owed = ({ debt, stillPayable }: PayableProps) => (
  <Box minW="0">
    <Heading as="h2" textStyle="3xl" overflowWrap="anywhere">
      You owe {formatAmount(debt.owed)}
    </Heading>
    <DueDates debt={debt} now={new Date()} />
    {stillPayable.amount > 0 && (
      <Text textStyle="sm" mt="1.5">
        {wordStillPayable(stillPayable)}.
      </Text>
    )}
  </Box>
);

/** What may be paid: all of it and, if that is less, what is overdue; besides, what is no longer in our books. */
const amountsOf = ({ debt: { items, owed }, stillPayable }: PayableProps): PayAmount[] => {
  const all = centsFromAmount(owed);
  const overdue = sumUpDueDays(items, new Date()).overdue?.cents ?? 0;
  const apart = centsFromAmount(stillPayable.amount);

  return [
    ...(overdue > 0 && overdue < all ? [{ label: 'Overdue', cents: overdue } as const] : []),
    ...(all > 0 ? [{ label: 'All', cents: all } as const] : []),
    ...(apart > 0 ? [{ label: 'Still payable', cents: apart } as const] : []),
  ];
};

/** True if the mail about a payment reaches this client. */
const isMailed = ({ mail, mailsAreOn, emailVerified }: Payer): boolean =>
  mail === 'on' && mailsAreOn && emailVerified;

type Payer = Pick<OwnUser, 'User_Id' | 'OWNumber' | 'mail' | 'mailsAreOn' | 'emailVerified'>;

interface PayableWithDetailsProps extends PayableProps {
  user: Payer;
  isOpen: boolean;
  /** When the debt was read, in ms. */
  readAt: number;
  seeInvoices: ReactNode;
  note: ReactNode;
}

/** The amount that a client may pay; the way to pay opens in place, and the address says so. */
const PayableWithDetails = ({
  debt,
  stillPayable,
  user,
  isOpen,
  readAt,
  seeInvoices,
  note,
}: PayableWithDetailsProps) => {
  const navigate = useNavigate();
  const detailsId = useId();
  const Payable = debt.owed > 0 ? Owed : OnlyStillPayable;

  return (
    <>
      <Payable debt={debt} stillPayable={stillPayable} />
      <HStack gap="2" wrap="wrap" _print={{ display: 'none' }}>
        {note}
        <Button
          size="sm"
          {...FILLED}
          flexBasis={{ base: seeInvoices ? '100%' : 'auto', sm: 'auto' }}
          aria-expanded={isOpen}
          aria-controls={isOpen ? detailsId : undefined}
          onPointerEnter={() => void HowToPay.preload()}
          onClick={() =>
            void navigate({
              to: '.',
              search: (shown: object) => ({ ...shown, pay: isOpen ? undefined : (true as const) }),
              replace: true,
              resetScroll: false,
            })
          }
        >
          How to pay
        </Button>
        {seeInvoices}
        <SeeStatement />
        <Freshness at={readAt} />
      </HStack>
      {isOpen && (
        <Box id={detailsId} borderTopWidth="1px" pt="4">
          <HowToPay reference={user.OWNumber} amounts={amountsOf({ debt, stillPayable })}>
            <Text textStyle="sm" color="fg.muted">
              Shows here 1 to 2 working days after you pay{isMailed(user) && '; we mail you'}.
            </Text>
          </HowToPay>
        </Box>
      )}
    </>
  );
};

interface AmountOwedProps {
  /** Undefined until the session is known. */
  user: Payer | undefined;
  /** The page around it; the dashboard's leads to the invoices. */
  on: keyof typeof OWED_HEIGHT;
  /** True until it is known whether a client who owes nothing was ever billed, and what the note says. */
  isHeld?: boolean;
  /** What stands below the amount; on wide screens beside it, where it moves nothing when it comes. */
  note?: ReactNode;
}

/** The total that a client owes, how much of it is overdue since when, what is due next, and how to pay. */
export const AmountOwed = ({ user, on, isHeld = false, note }: AmountOwedProps) => {
  const {
    data: debt,
    error,
    refetch,
    readAt,
  } = useFirstRead({ ...debtQuery(user?.User_Id ?? 0), enabled: user !== undefined });
  const isOpen = useRouterState({ select: ({ location: { search } }) => search.pay === true });
  const seeInvoices = on === 'dashboard' && <SeeInvoices />;
  if (error && user) {
    return (
      <AmountCard>
        <LoadError title="What you owe could not be read" error={error} onRetry={refetch} />
        <HowToPay reference={user.OWNumber} />
      </AmountCard>
    );
  }
  if (!debt || !user || (isHeld && debt.owed === 0 && debt.credit === 0)) {
    return <LoadingAmount minH={isOpen ? openHeight(OWED_HEIGHT[on]) : OWED_HEIGHT[on]} />;
  }
  const stillPayable = sumStillPayable(debt.items);
  if (debt.owed > 0 || stillPayable.amount > 0) {
    return (
      <AmountCard minH={{ sm: OWED_HEIGHT[on].sm }} isAwaited={isHeld}>
        <PayableWithDetails
          note={note}
          stillPayable={stillPayable}
          debt={debt}
          user={user}
          isOpen={isOpen}
          readAt={readAt}
          seeInvoices={seeInvoices}
        />
      </AmountCard>
    );
  }

  return (
    <AmountCard minH={{ sm: OWED_HEIGHT[on].sm }} isAwaited={isHeld}>
      <NothingDue credit={debt.credit} />
      <HStack ps={{ sm: '10' }} gap="2" wrap="wrap" _print={{ display: 'none' }}>
        {note}
        {seeInvoices}
        <SeeStatement />
        <Freshness at={readAt} />
      </HStack>
      {isOpen && <HowToPay reference={user.OWNumber} />}
    </AmountCard>
  );
};
