import {
  Badge,
  Box,
  Button,
  Card,
  Flex,
  HStack,
  Stack,
  Link as StyledLink,
  Table,
  Text,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CalendarCheck, Lock, LockOpen } from 'lucide-react';
import { useState } from 'react';
import type { Closing } from '#shared/contract/closings.ts';
import { formatDateTime, nameDay } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { RefusalNote } from '../../components/form/refusal-note.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { linkInBooks } from '../../lib/books.ts';
import { useContentKey } from '../../lib/idempotency-key.ts';
import {
  byMonth,
  type ClosedMonth,
  closableMonth,
  isLiving,
  lastClosedOf,
  monthBehind,
  nameMonth,
} from './months.ts';
import { useCloseMonth } from './mutations.ts';
import { closingsQuery } from './queries.ts';

const CloseDialog = lazyDialog(() => import('./close-dialog.tsx'), 'CloseDialog', {
  title: 'Close a month',
  height: { base: '22rem', md: '18rem' },
});
const OpenDialog = lazyDialog(() => import('./open-dialog.tsx'), 'OpenDialog', {
  title: 'Open a month again?',
  height: { base: '20rem', md: '16.5rem' },
});
const ClosingFigures = lazyDialog(() => import('./closing-figures-dialog.tsx'), 'ClosingFigures', {
  title: 'Figures of the month',
  size: 'wide',
  height: { base: '38rem', md: '38rem' },
});

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
                {...linkInBooks({ closedAges: id, closing: undefined })}
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

interface MonthActs {
  isNewest: boolean;
  onFigures: () => void;
  onOpen: () => void;
}

const isFiledNow = (closing: Closing) => isLiving(closing) && closing.isFiled;

const Acts = ({ month, closings, isNewest, onFigures, onOpen }: ClosedMonth & MonthActs) => (
  <HStack gap="1" justify="flex-end">
    {closings.some(({ totals }) => totals !== null) && (
      <Button size="xs" variant="outline" aria-label={`Figures of ${nameMonth(month)}`} onClick={onFigures}>
        Figures
      </Button>
    )}
    {isNewest && closings.some(isFiledNow) && <Text textStyle="detail">VAT filed, so it stays closed</Text>}
    {isNewest && !closings.some(isFiledNow) && (
      <Button
        size="xs"
        variant="outline"
        colorPalette="gray"
        aria-label={`Open ${nameMonth(month)} again`}
        onClick={onOpen}
      >
        Open again
      </Button>
    )}
  </HStack>
);

const needsFinish = ({ closings }: ClosedMonth) =>
  closings.some((closing) => isLiving(closing) && closing.totals === null);

interface MonthListProps {
  months: readonly ClosedMonth[];
  actsOf: (month: ClosedMonth) => MonthActs;
}

const MonthList = ({ months, actsOf }: MonthListProps) => (
  <RowsOrCards
    items={months}
    headers={
      <>
        <Table.ColumnHeader>Month</Table.ColumnHeader>
        <Table.ColumnHeader>State</Table.ColumnHeader>
        <Table.ColumnHeader textAlign="end">Closing balance</Table.ColumnHeader>
      </>
    }
    renderRow={(closed) => (
      <Table.Row key={closed.month}>
        <Table.Cell fontWeight="semibold" whiteSpace="nowrap" verticalAlign="top">
          {nameMonth(closed.month)}
        </Table.Cell>
        <Table.Cell>
          <Stack gap="1" align="flex-start">
            <StateBadge {...closed} />
            <History {...closed} />
            {needsFinish(closed) && <Finish month={closed.month} />}
          </Stack>
        </Table.Cell>
        <Table.Cell textAlign="end" verticalAlign="top">
          <ClosingBalance {...closed} />
        </Table.Cell>
        <Table.Cell verticalAlign="top">
          <Acts {...closed} {...actsOf(closed)} />
        </Table.Cell>
      </Table.Row>
    )}
    renderCard={(closed) => (
      <Card.Root key={closed.month} as="li" size="sm" variant="outline">
        <Card.Body gap="1.5">
          <Flex justify="space-between" gap="2" align="center">
            <HStack gap="2">
              <Text fontWeight="semibold">{nameMonth(closed.month)}</Text>
              <StateBadge {...closed} />
            </HStack>
            <ClosingBalance {...closed} />
          </Flex>
          <History {...closed} />
          {needsFinish(closed) && <Finish month={closed.month} />}
          <Acts {...closed} {...actsOf(closed)} />
        </Card.Body>
      </Card.Root>
    )}
  />
);

/** Says which month can be closed next, or from when on. */
const wordNext = (month: string | undefined, last: string | undefined): string => {
  if (month === undefined) {
    const next = monthBehind(last ?? '');

    return `All months that are over are closed. ${nameMonth(next)} can be closed from ${nameDay(`${monthBehind(next)}-01`)} on.`;
  }

  return last === undefined
    ? 'No month is closed yet, so figures of past months can still change.'
    : `${nameMonth(month)} is over and still open, so its figures can still change.`;
};

interface Opened {
  act: 'close' | 'open';
  month: string;
}

interface ClosedMonthsProps {
  /** The month whose stored figures are open; undefined if none are. */
  shown: string | undefined;
  onShow: (month: string | undefined) => void;
}

/** The months whose books are closed, and the dialogs that close one, open it again and show its figures. */
export const ClosedMonths = ({ shown, onShow }: ClosedMonthsProps) => {
  const { data: closings, error, refetch } = useQuery(closingsQuery);
  const [opened, setOpened] = useState<Opened>();
  const dismiss = () => setOpened(undefined);
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
              <Button size="sm" onClick={() => setOpened({ act: 'close', month: next })}>
                {newest === undefined ? 'Close a month…' : `Close ${nameMonth(next)}…`}
              </Button>
            )}
          </Flex>
        </Card.Body>
      </Card.Root>
      {months.length > 0 && (
        <MonthList
          months={months}
          actsOf={({ month }) => ({
            isNewest: month === newest,
            onFigures: () => onShow(month),
            onOpen: () => setOpened({ act: 'open', month }),
          })}
        />
      )}
      {newest && (
        <Text textStyle="detail">All months before the first one of this list are closed, too.</Text>
      )}
      {opened?.act === 'close' && (
        <CloseDialog next={opened.month} isFirst={newest === undefined} onClose={dismiss} />
      )}
      {opened?.act === 'open' && (
        <OpenDialog month={opened.month} isOnly={closings.filter(isLiving).length === 1} onClose={dismiss} />
      )}
      {shown && (
        <ClosingFigures
          closings={closings.filter(({ month }) => month === shown)}
          onClose={() => onShow(undefined)}
        />
      )}
    </Stack>
  );
};
