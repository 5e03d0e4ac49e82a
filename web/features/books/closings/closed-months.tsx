import { Badge, Box, Button, Card, Flex, HStack, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, Lock, LockOpen } from 'lucide-react';
import { formatDateTime } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { RefusalNote } from '../../../components/form/refusal-note.tsx';
import { actionColumn, RowsOrCards } from '../../../components/list/rows-or-cards.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonList } from '../../../components/loading/skeleton-list.tsx';
import { dialogAct } from '../../../lib/address/dialogs.ts';
import { useContentKey } from '../../../lib/forms/idempotency-key.ts';
import { linkInBooks } from '../../../lib/money/books.ts';
import { CLOSING_DIALOGS } from './closing-dialogs.ts';
import {
  byMonth,
  type ClosedMonth,
  closableMonth,
  isFiledNow,
  isLiving,
  lastClosedOf,
  STAYS_CLOSED,
  wordNext,
} from './month-steps.ts';
import { useCloseMonth } from './mutations.ts';
import { closingsQuery } from './queries.ts';

const wordBy = (name: string | null) =>
  name === null ? (
    ''
  ) : (
    <>
      {' '}
      by <bdi>{name}</bdi>
    </>
  );

const StateBadge = ({ closings }: ClosedMonth) =>
  closings.some(isLiving) ? (
    <Badge colorPalette="green">
      <Lock size={12} aria-hidden /> Closed
    </Badge>
  ) : (
    <Badge colorPalette="orange">
      <LockOpen size={12} aria-hidden /> Reopened
    </Badge>
  );

/** Who closed the month and opened it again, when and why, the newest first. */
const History = ({ closings }: ClosedMonth) => (
  <Stack as="ul" listStyleType="none" gap="0" overflowWrap="anywhere">
    {closings.map(({ id, month, closedAt, closedBy, totals, openedAt, openedBy, reason }) => (
      <Text as="li" key={closedAt} textStyle="detail.number">
        {openedAt !== null && (
          <Text>
            Opened again {formatDateTime(openedAt)}
            {wordBy(openedBy)}: <bdi>{reason}</bdi>
          </Text>
        )}
        Closed {formatDateTime(closedAt)}
        {wordBy(closedBy)}
        {totals !== null && (
          <>
            {' · '}
            <StyledLink asChild>
              <Link
                {...linkInBooks({ closedAges: id })}
                aria-label={`Age analysis of ${nameMonth(month)} as closed ${formatDateTime(closedAt)}`}
              >
                Age analysis as closed
              </Link>
            </StyledLink>
          </>
        )}
      </Text>
    ))}
  </Stack>
);

/** The stored closing balance of the newest closing that has figures. */
const ClosingBalance = ({ closings }: ClosedMonth) => {
  const stored = closings.find(({ totals }) => totals !== null)?.totals;

  return (
    <Text as="span" textStyle="number.sm" whiteSpace="nowrap" color={stored ? undefined : 'fg.subtle'}>
      {stored ? formatAmount(stored.closing) : '–'}
    </Text>
  );
};

/** Computes the figures of a closing whose request ended before they were stored. */
const Finish = ({ month }: { month: string }) => {
  const finish = useCloseMonth();
  const { keyFor } = useContentKey();

  return (
    <Stack gap="2">
      <HStack gap="2" wrap="wrap">
        <Text textStyle="sm" color="fg.warning">
          The figures are missing.
        </Text>
        <BusyButton
          size="xs"
          isBusy={finish.isPending}
          aria-label={`Finish the closing of ${nameMonth(month)}`}
          onClick={() => finish.mutate({ month, idempotencyKey: keyFor({ month }) })}
        >
          Finish
        </BusyButton>
      </HStack>
      <RefusalNote title="The figures could not be stored" error={finish.error} />
    </Stack>
  );
};

const MonthAct = ({
  name,
  month,
  says,
}: {
  name: 'month.open' | 'month.figures';
  month: string;
  says: string;
}) => {
  const { label, link } = dialogAct(CLOSING_DIALOGS, name, { subject: month });

  return (
    <Button asChild size="xs" variant="outline" {...(name === 'month.open' && { colorPalette: 'gray' })}>
      <Link {...link} aria-label={says}>
        {label}
      </Link>
    </Button>
  );
};

const Acts = ({ month, closings, isNewest }: ClosedMonth & { isNewest: boolean }) => (
  <HStack gap="1" justify="flex-end">
    {closings.some(({ totals }) => totals !== null) && (
      <MonthAct name="month.figures" month={month} says={`Figures of ${nameMonth(month)}`} />
    )}
    {isNewest && closings.some(isFiledNow) && <Text textStyle="detail">{STAYS_CLOSED}</Text>}
    {isNewest && !closings.some(isFiledNow) && (
      <MonthAct name="month.open" month={month} says={`Open ${nameMonth(month)} again`} />
    )}
  </HStack>
);

const needsFinish = ({ closings }: ClosedMonth) =>
  closings.some((closing) => isLiving(closing) && closing.totals === null);

interface MonthListProps {
  months: readonly ClosedMonth[];
  /** The newest closed month, which alone can be opened again. */
  newest: string | undefined;
}

const MonthList = ({ months, newest }: MonthListProps) => (
  <RowsOrCards
    items={months}
    keyOf={({ month }) => month}
    columns={[
      { name: 'Month', isNumber: true, cell: ({ month }) => <strong>{nameMonth(month)}</strong> },
      {
        name: 'State',
        cell: (closed) => (
          <Stack gap="1" align="flex-start">
            <StateBadge {...closed} />
            <History {...closed} />
            {needsFinish(closed) && <Finish month={closed.month} />}
          </Stack>
        ),
      },
      { name: 'Closing balance', align: 'end', cell: (closed) => <ClosingBalance {...closed} /> },
      actionColumn((closed: ClosedMonth) => <Acts {...closed} isNewest={closed.month === newest} />),
    ]}
    card={(closed) => (
      <>
        <Flex justify="space-between" gap="2" align="center">
          <HStack gap="2">
            <Text fontWeight="semibold">{nameMonth(closed.month)}</Text>
            <StateBadge {...closed} />
          </HStack>
          <ClosingBalance {...closed} />
        </Flex>
        <History {...closed} />
        {needsFinish(closed) && <Finish month={closed.month} />}
        <Acts {...closed} isNewest={closed.month === newest} />
      </>
    )}
    isTopAligned
    look={{ '& > ul > li': { gap: '1.5' } }}
  />
);

/** The months whose books are closed. */
export const ClosedMonths = () => {
  const { data: closings, error, refetch } = useQuery(closingsQuery);
  if (error && !closings) {
    return <LoadError title="The closed months could not be read" error={error} onRetry={refetch} />;
  }
  if (!closings) {
    return <SkeletonList label="Loading the closed months" count={4} cardHeight="7.5rem" rowHeight="4rem" />;
  }

  const next = closableMonth(closings, new Date());
  const newest = lastClosedOf(closings);
  const months = byMonth(closings);

  return (
    <Stack gap="4" maxW="56rem">
      <Card.Root size="sm" variant="outline">
        <Card.Body>
          <Flex justify="space-between" align="center" gap="3" wrap="wrap">
            <HStack gap="3" flex="1 1 18rem" align="flex-start">
              <Box color="fg.muted" mt="0.5" flexShrink="0">
                <CalendarCheck size={20} aria-hidden />
              </Box>
              <Text textStyle="sm">{wordNext(next, newest)}</Text>
            </HStack>
            {next && (
              <Button asChild size="sm">
                <Link {...dialogAct(CLOSING_DIALOGS, 'month.close').link}>
                  {newest === undefined ? 'Close a month…' : `Close ${nameMonth(next)}…`}
                </Link>
              </Button>
            )}
          </Flex>
        </Card.Body>
      </Card.Root>
      {months.length > 0 && <MonthList months={months} newest={newest} />}
      {newest && (
        <Text textStyle="detail">All months before the first one of this list are closed, too.</Text>
      )}
    </Stack>
  );
};
