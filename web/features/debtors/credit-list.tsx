import { Box, HStack, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, Undo2 } from 'lucide-react';
import type { Creditor } from '#shared/contract/debtors/ledger-statements.ts';
import { formatDateShort } from '#shared/dates.ts';
import { CLOSED_ACCOUNTS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { nameOfClient } from '#shared/text/client-name.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { PersonAndNumber } from '../../components/facts/person-and-number.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { PagedList } from '../../components/list/paged-list.tsx';
import { type PageSize, Pagination } from '../../components/list/pagination.tsx';
import { PrintedPart } from '../../components/list/printed-part.tsx';
import { actionColumn, type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { RECORD_PARAMS } from '../../lib/address/dialog-params.ts';
import { useListLinks } from '../../lib/address/list-links.ts';
import { useExport } from '../../lib/browser/use-export.ts';
import { api } from '../../lib/reads/api.ts';
import { AsAtField } from './as-at-field.tsx';
import { DELETED_SINCE } from './debtor-rows.tsx';
import { type CreditPage, creditListQuery } from './queries.ts';

/** Company first, as in the list of debtors; the person stands below it. */
const Name = ({ client, href }: { client: Creditor; href: string }) => (
  <Box minW="0" overflowWrap="anywhere">
    <StyledLink href={href} fontWeight="semibold">
      <bdi>{nameOfClient(client)}</bdi>
    </StyledLink>
    <Text textStyle="detail">
      <PersonAndNumber client={client} />
    </Text>
  </Box>
);

const ClosedName = () => (
  <Box>
    {CLOSED_ACCOUNTS}
    <Text textStyle="detail">{DELETED_SINCE}</Text>
  </Box>
);

const Refund = ({ client, href }: { client: Creditor; href: string | undefined }) =>
  href && (
    <StyledLink href={href} aria-label={`Refund credit of ${nameOfClient(client)}`} textStyle="sm" minH="6">
      <Undo2 size={16} aria-hidden /> Refund
    </StyledLink>
  );

type Row = Creditor | { closedAccounts: number };

const isClosed = (row: Row) => 'closedAccounts' in row;
const attributesOf = (row: Row) => (isClosed(row) ? {} : { 'data-opens': '' });

interface Links {
  recordOf: (client: Creditor) => string;
  refundOf: (client: Creditor) => string | undefined;
}

const Who = ({ row, recordOf }: Pick<Links, 'recordOf'> & { row: Row }) =>
  isClosed(row) ? <ClosedName /> : <Name client={row} href={recordOf(row)} />;

const amountOf = (row: Row) => formatAmount(isClosed(row) ? row.closedAccounts : row.credit);

const columnsOf = ({ recordOf, refundOf }: Links): readonly Column<Row>[] => [
  { name: 'Client', cell: (row) => <Who row={row} recordOf={recordOf} /> },
  { name: 'Since', isNumber: true, cell: (row) => !isClosed(row) && formatDateShort(row.since) },
  {
    name: 'Credit on account',
    align: 'end',
    isNumber: true,
    cell: (row) => <strong>{amountOf(row)}</strong>,
  },
  actionColumn((row) => !isClosed(row) && <Refund client={row} href={refundOf(row)} />),
];

const cardOf =
  ({ recordOf, refundOf }: Links) =>
  (row: Row) => (
    <>
      <HStack justify="space-between" align="flex-start" gap="3">
        <Who row={row} recordOf={recordOf} />
        <Text textStyle="number" fontWeight="semibold" whiteSpace="nowrap">
          {amountOf(row)}
        </Text>
      </HStack>
      {!isClosed(row) && (
        <HStack justify="space-between">
          <Text textStyle="detail.number">since {formatDateShort(row.since)}</Text>
          <Refund client={row} href={refundOf(row)} />
        </HStack>
      )}
    </>
  );

const wordCount = (total: number) =>
  total === 1 ? '1 client in credit' : `${formatCount(total)} clients in credit`;

interface CreditListProps {
  page: CreditPage;
  onDayChange: (asAt: string | undefined) => void;
  onLimitChange: (limit: PageSize) => void;
}

/** The clients who have credit on account, now or on a past day, the most first. */
export const CreditList = ({ page: asked, onDayChange, onLimitChange }: CreditListProps) => {
  const { page, limit, asAt } = asked;
  const read = useQuery(creditListQuery(asked));
  const { data, dataUpdatedAt } = read;
  const save = useExport(api.debtors['export-credits']);
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);
  const recordOf = ({ userId }: Creditor) => `${addressOf('client', userId)}&tab=payments`;
  // A refund pays out what they have today.
  const refundOf = (client: Creditor) =>
    asAt === undefined ? `${recordOf(client)}&open=credit.refund` : undefined;
  const links = { recordOf, refundOf };

  const isLastPage = data !== undefined && page === Math.max(1, Math.ceil(data.total / limit));
  const closedAccounts = isLastPage ? data.closedAccounts : 0;

  return (
    <Stack gap="4" maxW="56rem">
      <PageNumbers />
      <HStack justify="space-between" wrap="wrap" gap="3">
        <AsAtField asAt={asAt} onChange={onDayChange} />
        <CsvButton
          label="CSV"
          size="sm"
          flex={{ base: '1 1 100%', md: '0 0 auto' }}
          isBusy={save.isPending}
          disabled={data?.total === 0 && closedAccounts === 0}
          onSave={(form) => save.mutate({ query: { asAt, for: form } })}
        />
      </HStack>
      <PagedList<Row>
        read={read}
        items={data && [...data.clients, ...(closedAccounts === 0 ? [] : [{ closedAccounts }])]}
        shown={data}
        icon={HandCoins}
        pages={(total) => (
          <Pagination
            rowsName="clients"
            page={page}
            limit={limit}
            total={total}
            onLimitChange={onLimitChange}
          />
        )}
        failed="The clients in credit could not be read"
        waiting={
          <SkeletonList label="Loading clients in credit" count={5} cardHeight="5.5rem" rowHeight="3.5rem" />
        }
        empty={
          <EmptyNote icon={HandCoins} title="Nobody is in credit">
            Clients who paid more than they owed appear here.
          </EmptyNote>
        }
      >
        {(rows) =>
          data && (
            <Stack gap="2">
              <HStack justify="space-between" wrap="wrap" columnGap="3" rowGap="0">
                <Text textStyle="sm" role="status">
                  {wordCount(data.total)}, together{' '}
                  <Text as="strong" textStyle="number.sm">
                    {formatAmount(data.sum)}
                  </Text>{' '}
                  credit on account
                </Text>
                <AsOf at={dataUpdatedAt} />
              </HStack>
              <PrintedPart rowsName="clients" page={data.page} limit={data.limit} total={data.total} />
              <RowsOrCards
                items={rows}
                keyOf={(row) => (isClosed(row) ? 'closed' : row.userId)}
                columns={columnsOf(links)}
                card={cardOf(links)}
                attributesOf={attributesOf}
                look={{ '& > ul > li': { gap: '1' } }}
                onClick={follow}
              />
            </Stack>
          )
        }
      </PagedList>
    </Stack>
  );
};
