import { Box, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, BookOpenText } from 'lucide-react';
import type { BookEntry, BookList } from '#shared/contract/books/control-account.ts';
import { BOOK_ENTRIES_SHOWN } from '#shared/contract/limits.ts';
import { formatDateShort, formatDateTime } from '#shared/dates.ts';
import { CONTROL_LABELS, UNIDENTIFIED_LABELS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { PartHeading } from '../../components/facts/part-heading.tsx';
import { PeriodChoice } from '../../components/form/period-choice.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { PagedList } from '../../components/list/paged-list.tsx';
import { Pages } from '../../components/list/pages.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { linkToLine } from '../../lib/address/admin-link.ts';
import { RECORD_PARAMS } from '../../lib/address/dialog-params.ts';
import { useListLinks } from '../../lib/address/list-links.ts';
import { linkInBooks } from '../../lib/money/books.ts';
import type { Period } from '../../lib/money/periods.ts';
import { BookClient } from './book-client.tsx';
import { bookEntriesQuery } from './queries.ts';

const Day = ({ entry: { date, bankDate } }: { entry: BookEntry }) => (
  <>
    {formatDateShort(date)}
    {bankDate && <Text textStyle="detail.number">At the bank {formatDateShort(bankDate)}</Text>}
  </>
);

const What = ({ entry: { description, number, reason, lineId, bankAccount } }: { entry: BookEntry }) => (
  <Box overflowWrap="anywhere">
    <bdi>{description}</bdi>
    {number && (
      <Text as="span" whiteSpace="nowrap">
        {' '}
        {number}
      </Text>
    )}
    {reason && !description.endsWith(reason) && (
      <Text textStyle="detail">
        <bdi>{reason}</bdi>
      </Text>
    )}
    {lineId !== null && (
      <Text textStyle="detail.number">
        <StyledLink asChild>
          <Link {...linkToLine(lineId)}>Line of account {bankAccount}</Link>
        </StyledLink>
      </Text>
    )}
  </Box>
);

const Recorded = ({ entry: { writtenBy, createdAt } }: { entry: BookEntry }) => (
  <Text textStyle="detail.number">
    {writtenBy && (
      <>
        <bdi>{writtenBy}</bdi>,{' '}
      </>
    )}
    {formatDateTime(createdAt)}
  </Text>
);

const Amount = ({ entry: { amount } }: { entry: BookEntry }) => (
  <Text as="span" textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
    {amount === null ? '–' : formatAmount(amount)}
  </Text>
);

const Entries = ({ entries }: { entries: readonly BookEntry[] }) => {
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);

  return (
    <RowsOrCards
      items={entries}
      keyOf={({ kind, id }) => `${kind} ${id}`}
      columns={[
        { name: 'Date', isNumber: true, cell: (entry) => <Day entry={entry} /> },
        { name: 'Client', cell: (entry) => <BookClient client={entry} addressOf={addressOf} /> },
        { name: 'Description', cell: (entry) => <What entry={entry} /> },
        { name: 'Recorded', cell: (entry) => <Recorded entry={entry} /> },
        { name: 'Amount', align: 'end', cell: (entry) => <Amount entry={entry} /> },
      ]}
      card={(entry) => (
        <>
          <div data-pair>
            <BookClient client={entry} addressOf={addressOf} />
            <Amount entry={entry} />
          </div>
          <What entry={entry} />
          <Text as="div" textStyle="detail.number">
            <Day entry={entry} />
          </Text>
          <Recorded entry={entry} />
        </>
      )}
      isTopAligned
      look={{ '& > ul > li': { gap: '1', textStyle: 'sm' } }}
      onClick={follow}
    />
  );
};

const LABELS: Record<BookList, string> = { ...CONTROL_LABELS, ...UNIDENTIFIED_LABELS, review: 'For review' };

interface BookEntriesProps {
  list: BookList;
  period: Period;
  page: number;
  onPeriodChange: (period: Period) => void;
}

/** The entries behind a row of the control account, or the monthly list of all that a second person should see. */
export const BookEntries = ({ list, period, page, onPeriodChange }: BookEntriesProps) => {
  const read = useQuery(bookEntriesQuery({ ...period, row: list, page }));
  const { data, dataUpdatedAt } = read;

  return (
    <Stack gap="4">
      <PageNumbers />
      {list !== 'review' && (
        <Box _print={{ display: 'none' }}>
          <StyledLink asChild textStyle="sm" minH="6">
            <Link {...linkInBooks({ row: undefined })}>
              <ArrowLeft size={16} aria-hidden /> Debtors' control account
            </Link>
          </StyledLink>
        </Box>
      )}
      <PeriodChoice period={period} onChange={onPeriodChange} />
      <Box>
        <PartHeading key={list}>{LABELS[list]}</PartHeading>
        <Text textStyle="detail.number">
          {list === 'unidentified'
            ? `As at ${formatDateShort(period.to)}`
            : `${formatDateShort(period.from)} to ${formatDateShort(period.to)}`}
        </Text>
        {list === 'review' && (
          <Text textStyle="sm" mt="1">
            Refunds, adjustments, voids, credit notes, write-offs, reversals, payments that were typed by hand
            and have no line of the bank, unidentified money that was sent back, and months that were opened
            again.
          </Text>
        )}
      </Box>
      <Stack gap="3">
        <PagedList
          read={read}
          items={data?.entries}
          shown={data}
          icon={BookOpenText}
          pages={(total) => <Pages page={page} total={total} limit={BOOK_ENTRIES_SHOWN} />}
          failed="The entries could not be read"
          waiting={
            <SkeletonList label="Loading the entries" count={6} cardHeight="7.5rem" rowHeight="3.5rem" />
          }
          empty={<EmptyNote icon={BookOpenText} title="No entries in this period" />}
        >
          {(entries) => <Entries entries={entries} />}
        </PagedList>
        {data && data.entries.length > 0 && <AsOf at={dataUpdatedAt} />}
      </Stack>
    </Stack>
  );
};
