import { Box, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, Landmark } from 'lucide-react';
import { RECONCILIATION_ITEMS_SHOWN } from '#shared/books/reconciliation-rows.ts';
import { RECONCILIATION_LABELS, wordRowsOfDay } from '#shared/books/reconciliation-words.ts';
import type { ReconciliationItem, ReconciliationList } from '#shared/contract/books/bank-reconciliation.ts';
import { formatDateShort } from '#shared/dates.ts';
import { METHOD_LABELS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { PartHeading } from '../../components/facts/part-heading.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { PagedList } from '../../components/list/paged-list.tsx';
import { Pages } from '../../components/list/pages.tsx';
import { PrintedPart } from '../../components/list/printed-part.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { linkToAdmin, linkToLine } from '../../lib/address/admin-link.ts';
import { RECORD_PARAMS } from '../../lib/address/dialog-params.ts';
import { useListLinks } from '../../lib/address/list-links.ts';
import { useIsPrinting } from '../../lib/browser/printing.ts';
import { linkInBooks } from '../../lib/money/books.ts';
import { BookClient } from './book-client.tsx';
import { reconciliationItemsQuery } from './queries.ts';

const Day = ({ item: { date, entryDate } }: { item: ReconciliationItem }) => (
  <>
    {formatDateShort(date)}
    {entryDate !== null && entryDate !== date && (
      <Text textStyle="detail.number">In the books {formatDateShort(entryDate)}</Text>
    )}
  </>
);

/** What the bank or the books say of it, with a link to its line or file. */
const What = ({ item }: { item: ReconciliationItem }) => {
  const { description, rows, lineId, fileId, fileName, paymentId, method, reversedOn } = item;
  const words = [
    rows === null ? description : wordRowsOfDay(rows),
    lineId === null && method !== null && METHOD_LABELS[method],
    lineId === null && paymentId !== null && `Payment ${paymentId}`,
  ].filter((word) => typeof word === 'string' && word !== '');

  return (
    <Box overflowWrap="anywhere">
      <bdi>{words.join(', ')}</bdi>
      {reversedOn !== null && <Text textStyle="detail.number">Reversed {formatDateShort(reversedOn)}</Text>}
      {lineId !== null && (
        <Text textStyle="detail">
          <StyledLink asChild>
            <Link {...linkToLine(lineId)}>
              <span>
                Line of <bdi>{fileName}</bdi>
              </span>
            </Link>
          </StyledLink>
        </Text>
      )}
      {lineId === null && fileId !== null && (
        <Text textStyle="detail">
          <StyledLink asChild>
            <Link {...linkToAdmin({ section: 'bank', file: fileId })}>
              <bdi>{fileName}</bdi>
            </Link>
          </StyledLink>
        </Text>
      )}
    </Box>
  );
};

const Amount = ({ item: { amount } }: { item: ReconciliationItem }) => (
  <Text as="span" textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
    {formatAmount(amount)}
  </Text>
);

const keyOf = ({ date, lineId, paymentId, fileId }: ReconciliationItem) =>
  [date, lineId, paymentId, fileId].join(' ');

const Items = ({ items }: { items: readonly ReconciliationItem[] }) => {
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);

  return (
    <RowsOrCards
      items={items}
      keyOf={keyOf}
      columns={[
        { name: 'Date at the bank', isNumber: true, cell: (item) => <Day item={item} /> },
        { name: 'Client', cell: (item) => <BookClient client={item} addressOf={addressOf} /> },
        { name: 'Description', cell: (item) => <What item={item} /> },
        { name: 'Amount', align: 'end', cell: (item) => <Amount item={item} /> },
      ]}
      card={(item) => (
        <>
          <div data-pair>
            <Text as="div" textStyle="number.sm">
              <Day item={item} />
            </Text>
            <Amount item={item} />
          </div>
          <BookClient client={item} addressOf={addressOf} />
          <What item={item} />
        </>
      )}
      isAlwaysRows={useIsPrinting()}
      isTopAligned
      look={{ '& > ul > li': { gap: '1', textStyle: 'sm' } }}
      onClick={follow}
    />
  );
};

interface ReconciliationItemsProps {
  month: string;
  row: ReconciliationList;
  account: string | undefined;
  page: number;
}

/** The payments, lines and days behind a figure of the bank reconciliation. */
export const ReconciliationItems = ({ month, row, account, page }: ReconciliationItemsProps) => {
  const read = useQuery(reconciliationItemsQuery({ month, row, account, page }));
  const { data, dataUpdatedAt } = read;

  return (
    <Stack gap="4">
      <PageNumbers />
      <Box _print={{ display: 'none' }}>
        <StyledLink asChild textStyle="sm" minH="6">
          <Link {...linkInBooks({ bankRow: undefined, bankAccount: undefined })}>
            <ArrowLeft size={16} aria-hidden /> Bank reconciliation
          </Link>
        </StyledLink>
      </Box>
      <Box>
        <PartHeading>{RECONCILIATION_LABELS[row]}</PartHeading>
        <Text textStyle="detail.number">
          {nameMonth(month)}
          {account !== undefined && `, account ${account}`}
        </Text>
      </Box>
      {data && data.items.length > 0 && (
        <PrintedPart rowsName="rows" page={data.page} limit={RECONCILIATION_ITEMS_SHOWN} total={data.total} />
      )}
      <Stack gap="3">
        <PagedList
          read={read}
          items={data?.items}
          shown={data}
          icon={Landmark}
          pages={(total) => <Pages page={page} total={total} limit={RECONCILIATION_ITEMS_SHOWN} />}
          failed="The rows could not be read"
          waiting={<SkeletonList label="Loading the rows" count={6} cardHeight="7.5rem" rowHeight="3.5rem" />}
          empty={<EmptyNote icon={Landmark} title="Nothing in this month" />}
        >
          {(items) => <Items items={items} />}
        </PagedList>
        {data && data.items.length > 0 && <AsOf at={dataUpdatedAt} />}
      </Stack>
    </Stack>
  );
};
