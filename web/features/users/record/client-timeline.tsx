import { Box, Button, Card, Center, Flex, Heading, HStack, Link, Stack, Text } from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type LinkProps, Link as RouterLink, useNavigate } from '@tanstack/react-router';
import { Banknote, History, LogIn, type LucideIcon, Mail, Pencil, ReceiptText } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { TimelineEntry, TimelineKind } from '#shared/contract/users/timeline.ts';
import { dayAfter, formatDayInWords, formatTime } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { BusyButton } from '../../../components/form/busy-button.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { type Choice, FilterSelect } from '../../../components/list/filter-select.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { timelineQuery } from '../queries.ts';
import { TimelineSkeleton } from './timeline-skeleton.tsx';

const KINDS: Record<TimelineKind, { label: string; icon: LucideIcon }> = {
  payment: { label: 'Payments', icon: Banknote },
  invoice: { label: 'Invoices', icon: ReceiptText },
  mail: { label: 'Mails', icon: Mail },
  'sign-in': { label: 'Sign-ins', icon: LogIn },
  change: { label: 'Changes', icon: Pencil },
};

const CHOICES: readonly Choice<TimelineKind>[] = [
  ['Everything', undefined],
  ...(Object.keys(KINDS) as TimelineKind[]).map((kind) => [KINDS[kind].label, kind] as const),
];

const TABS = { invoice: 'invoices', payment: 'payments', service: 'services' } as const;

/** The tab of the record that shows what an entry is about. */
const linkTo = ({ kind }: NonNullable<TimelineEntry['link']>): LinkProps => ({
  to: '/admin',
  search: (shown: object) => ({ ...shown, tab: TABS[kind], kind: undefined }),
});

const dayOf = ({ at }: TimelineEntry) => dayAfter(new Date(at), 0);

const nameDay = (day: string, now: Date) => {
  const words = formatDayInWords(day, now);
  const near = [dayAfter(now, 0), dayAfter(now, -1)].indexOf(day);

  return near === -1 ? words : `${['Today', 'Yesterday'][near]}, ${words}`;
};

const Entry = ({ entry }: { entry: TimelineEntry }) => {
  const { at, kind, text, by, amount, link } = entry;
  const Icon = KINDS[kind].icon;
  const words = <bdi>{text}</bdi>;

  return (
    <Flex
      as="li"
      data-entry
      tabIndex={-1}
      gap="3"
      px={{ base: '3', md: '4' }}
      py="2.5"
      borderTopWidth="1px"
      breakInside="avoid"
    >
      <Center boxSize="8" flexShrink="0" borderRadius="full" bg="bg.muted" color="fg.muted" aria-hidden>
        <Icon size={16} />
      </Center>
      <Box flex="1" minW="0">
        <Text textStyle="sm" fontWeight="medium" overflowWrap="anywhere">
          {link ? (
            <Link asChild variant="underline" display="inline">
              <RouterLink {...linkTo(link)}>{words}</RouterLink>
            </Link>
          ) : (
            words
          )}
        </Text>
        <Text textStyle="detail.number">
          <time dateTime={at}>{formatTime(at).slice(0, 5)}</time> · <bdi>{by}</bdi>
        </Text>
      </Box>
      {amount !== null && (
        <Text textStyle="number" fontWeight="semibold" whiteSpace="nowrap">
          {/* As a statement has it: what the client owes is positive (D64). */}
          {formatAmount(amount === 0 ? 0 : -amount)}
        </Text>
      )}
    </Flex>
  );
};

const Days = ({ entries }: { entries: readonly TimelineEntry[] }) => {
  const now = new Date();
  const days = [...new Set(entries.map(dayOf))];

  return days.map((day) => (
    <Box
      key={day}
      as="section"
      aria-label={nameDay(day, now)}
      borderTopWidth="1px"
      _first={{ borderTopWidth: 0 }}
    >
      <Heading as="h3" textStyle="detail" px={{ base: '3', md: '4' }} py="1.5" bg="bg.subtle">
        {nameDay(day, now)}
      </Heading>
      <Box as="ul" listStyleType="none">
        {entries
          .filter((entry) => dayOf(entry) === day)
          .map((entry) => (
            <Entry key={entry.cursor} entry={entry} />
          ))}
      </Box>
    </Box>
  ));
};

/** The last page removes the button that asked for it, so its first entry gets the focus. */
const useFocusOnLastPage = (hasNextPage: boolean) => {
  const list = useRef<HTMLDivElement>(null);
  const [shownWhenAsked, setShownWhenAsked] = useState<number>();

  useEffect(() => {
    if (shownWhenAsked !== undefined && !hasNextPage && document.activeElement === document.body) {
      list.current?.querySelectorAll<HTMLElement>('[data-entry]')[shownWhenAsked]?.focus();
    }
  }, [shownWhenAsked, hasNextPage]);

  return { list, setShownWhenAsked };
};

interface ClientTimelineProps {
  userId: number;
  /** What is shown; undefined for everything. */
  kind: TimelineKind | undefined;
}

/** Everything that happened to an account, the newest first: money, mails, sign-ins and changes, each with who. */
export const ClientTimeline = ({ userId, kind }: ClientTimelineProps) => {
  const navigate = useNavigate({ from: '/admin' });
  const { data, error, isFetching, isPlaceholderData, isFetchingNextPage, ...query } = useInfiniteQuery(
    timelineQuery(userId, kind),
  );
  const { list, setShownWhenAsked } = useFocusOnLastPage(query.hasNextPage);
  const entries = data?.pages.flat() ?? [];
  const show = (chosen: TimelineKind | undefined) =>
    void navigate({ to: '/admin', search: (shown) => ({ ...shown, kind: chosen }), replace: true });

  return (
    <Stack as="section" gap="4" aria-label="Timeline">
      <HStack gap="2" flexWrap="wrap">
        <FilterSelect label="Show" choices={CHOICES} value={kind} onChange={show} />
        <BusyButton
          ms="auto"
          size="sm"
          variant="outline"
          isBusy={isFetching && data !== undefined && !isFetchingNextPage}
          onClick={() => query.refetch()}
          _print={{ display: 'none' }}
        >
          Refresh
        </BusyButton>
      </HStack>
      {error && !data && (
        <LoadError title="The timeline could not be read" error={error} onRetry={query.refetch} />
      )}
      {!data && !error && <TimelineSkeleton />}
      {data && entries.length === 0 && (
        <Card.Root variant="outline">
          {kind === undefined ? (
            <EmptyNote icon={History} title="Nothing has happened yet">
              Payments, invoices, mails, sign-ins and changes appear here, with who caused them.
            </EmptyNote>
          ) : (
            <EmptyNote
              icon={KINDS[kind].icon}
              title={`No ${KINDS[kind].label.toLowerCase()} yet`}
              action={
                <Button size="sm" variant="outline" onClick={() => show(undefined)}>
                  Show everything
                </Button>
              }
            />
          )}
        </Card.Root>
      )}
      {entries.length > 0 && (
        <Box
          ref={list}
          borderWidth="1px"
          borderRadius="l3"
          overflow="hidden"
          aria-busy={isPlaceholderData}
          opacity={isPlaceholderData ? 0.6 : 1}
          transition="opacity 0.15s 0.2s"
        >
          <Days entries={entries} />
        </Box>
      )}
      {query.hasNextPage && (
        <BusyButton
          size="sm"
          variant="outline"
          alignSelf="center"
          isBusy={isFetchingNextPage}
          onClick={() => {
            setShownWhenAsked(entries.length);
            void query.fetchNextPage();
          }}
          _print={{ display: 'none' }}
        >
          Show older
        </BusyButton>
      )}
      {error && data && (
        <LoadError title="The older entries could not be read" error={error} onRetry={query.fetchNextPage} />
      )}
    </Stack>
  );
};
