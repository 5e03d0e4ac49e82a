import { Box, Card, HStack, Stack, Link as StyledLink, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { HandCoins, Undo2 } from 'lucide-react';
import type { Creditor } from '#shared/contract/ledger-statements.ts';
import { formatDateShort } from '#shared/dates.ts';
import { CLOSED_ACCOUNTS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { type PageSize, Pagination } from '../../components/list/pagination.tsx';
import { PrintedPart } from '../../components/list/printed-part.tsx';
import { RowsOrCards } from '../../components/list/rows-by-hand.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { MissingPage } from '../../components/shell/missing-page.tsx';
import { api } from '../../lib/api.ts';
import { DIALOG_PARAMS } from '../../lib/dialog-params.ts';
import { useListLinks } from '../../lib/list-links.ts';
import { useExport } from '../../lib/use-export.ts';
import { AsAtField } from './as-at-field.tsx';
import { nameDebtor } from './debtor-order.ts';
import { DELETED_SINCE } from './debtor-rows.tsx';
import { type CreditPage, creditListQuery } from './queries.ts';

/** Company first, as in the list of debtors; the person stands below it. */
const Name = ({ client, href }: { client: Creditor; href: string }) => (
  <Box minW="0" overflowWrap="anywhere">
    <StyledLink href={href} fontWeight="semibold">
      <bdi>{nameDebtor(client)}</bdi>
    </StyledLink>
    <Text textStyle="detail">
      {client.company && (
        <>
          <bdi>{client.name}</bdi>
          {' · '}
        </>
      )}
      {client.OWNumber}
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
    <StyledLink href={href} aria-label={`Refund credit of ${nameDebtor(client)}`} textStyle="sm" minH="6">
      <Undo2 size={16} aria-hidden /> Refund
    </StyledLink>
  );

const wordCount = (total: number) =>
  total === 1 ? '1 client in credit' : `${formatCount(total)} clients in credit`;

interface CreditListProps {
  page: CreditPage;
  onDayChange: (asAt: string | undefined) => void;
  onLimitChange: (limit: PageSize) => void;
}

type Row = Creditor | { closedAccounts: number };

/** The clients who have credit on account, now or on a past day, the most first. */
export const CreditList = ({ page: asked, onDayChange, onLimitChange }: CreditListProps) => {
  const { page, limit, asAt } = asked;
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(creditListQuery(asked));
  const save = useExport(api.ledger['export-credits']);
  const { addressOf, follow } = useListLinks(DIALOG_PARAMS);
  const recordOf = ({ userId }: Creditor) => `${addressOf('client', userId)}&tab=payments`;
  // A refund pays out what they have today.
  const refundOf = (client: Creditor) => (asAt === undefined ? `${recordOf(client)}&new=refund` : undefined);

  const isLastPage = data !== undefined && page === Math.max(1, Math.ceil(data.total / limit));
  const closedAccounts = isLastPage ? data.closedAccounts : 0;
  const rows: Row[] = [...(data?.clients ?? []), ...(closedAccounts === 0 ? [] : [{ closedAccounts }])];

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
      {error && <LoadError title="The clients in credit could not be read" error={error} onRetry={refetch} />}
      {!data && !error && (
        <SkeletonList label="Loading clients in credit" count={5} cardHeight="5.5rem" rowHeight="3.5rem" />
      )}
      {data && data.total === 0 && closedAccounts === 0 && (
        <Card.Root variant="outline">
          <EmptyNote icon={HandCoins} title="Nobody is in credit">
            Clients who paid more than they owed appear here.
          </EmptyNote>
        </Card.Root>
      )}
      {data && data.total > 0 && data.clients.length === 0 && (
        <MissingPage icon={HandCoins} page={data.page} />
      )}
      {data && rows.length > 0 && (
        <Stack gap="2" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
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
            onClick={follow}
            headers={
              <>
                <Table.ColumnHeader>Client</Table.ColumnHeader>
                <Table.ColumnHeader>Since</Table.ColumnHeader>
                <Table.ColumnHeader textAlign="end">Credit on account</Table.ColumnHeader>
              </>
            }
            renderRow={(client) =>
              'closedAccounts' in client ? (
                <Table.Row key="closed">
                  <Table.Cell>
                    <ClosedName />
                  </Table.Cell>
                  <Table.Cell />
                  <Table.Cell textAlign="end" textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
                    {formatAmount(client.closedAccounts)}
                  </Table.Cell>
                  <Table.Cell _print={{ display: 'none' }} />
                </Table.Row>
              ) : (
                <Table.Row key={client.userId} data-opens cursor="pointer">
                  <Table.Cell>
                    <Name client={client} href={recordOf(client)} />
                  </Table.Cell>
                  <Table.Cell textStyle="number.sm" whiteSpace="nowrap">
                    {formatDateShort(client.since)}
                  </Table.Cell>
                  <Table.Cell textAlign="end" textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
                    {formatAmount(client.credit)}
                  </Table.Cell>
                  <Table.Cell textAlign="end" _print={{ display: 'none' }}>
                    <Refund client={client} href={refundOf(client)} />
                  </Table.Cell>
                </Table.Row>
              )
            }
            renderCard={(client) =>
              'closedAccounts' in client ? (
                <Card.Root key="closed" as="li" size="sm" variant="outline">
                  <Card.Body>
                    <HStack justify="space-between" align="flex-start" gap="3">
                      <ClosedName />
                      <Text textStyle="number" fontWeight="semibold" whiteSpace="nowrap">
                        {formatAmount(client.closedAccounts)}
                      </Text>
                    </HStack>
                  </Card.Body>
                </Card.Root>
              ) : (
                <Card.Root key={client.userId} as="li" size="sm" variant="outline" data-opens>
                  <Card.Body gap="1">
                    <HStack justify="space-between" align="flex-start" gap="3">
                      <Name client={client} href={recordOf(client)} />
                      <Text textStyle="number" fontWeight="semibold" whiteSpace="nowrap">
                        {formatAmount(client.credit)}
                      </Text>
                    </HStack>
                    <HStack justify="space-between">
                      <Text textStyle="detail.number">since {formatDateShort(client.since)}</Text>
                      <Refund client={client} href={refundOf(client)} />
                    </HStack>
                  </Card.Body>
                </Card.Root>
              )
            }
          />
        </Stack>
      )}
      {data && data.total > 0 && (
        <Pagination
          rowsName="clients"
          page={page}
          limit={limit}
          total={data.total}
          onLimitChange={onLimitChange}
        />
      )}
    </Stack>
  );
};
