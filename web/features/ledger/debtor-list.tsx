import { Box, Card, HStack, Link, Stack, Table, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { CircleCheck, HandCoins } from 'lucide-react';
import type { Debtor } from '#shared/contract/ledger-statements.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { AGEING_COLUMNS, AGEING_LABELS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { Ageing } from '../../components/facts/ageing.tsx';
import { SegmentedChoice } from '../../components/form/segmented-choice.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { type PageSize, Pagination } from '../../components/list/pagination.tsx';
import { RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { MissingPage } from '../../components/shell/missing-page.tsx';
import { DIALOG_PARAMS } from '../../lib/dialog-params.ts';
import { useListLinks } from '../../lib/list-links.ts';
import { type DebtorPage, debtorListQuery, debtorSumsQuery } from './queries.ts';

const ORDERS = [
  { value: 'overdue', content: 'Most overdue first' },
  { value: 'due', content: 'Most owed first' },
] as const;

const wordLastPayment = ({ lastPaymentDate }: Debtor) =>
  lastPaymentDate === null ? 'None yet' : formatDateShort(lastPaymentDate);

/** 'OW10002 · due since 2026/08/01': the date sorts the oldest first. */
const wordOldest = ({ OWNumber, oldestDueDate }: Debtor) =>
  `${OWNumber} · ${oldestDueDate < dayAfter(new Date(), 0) ? 'due since' : 'due'} ${formatDateShort(oldestDueDate)}`;

const Money = ({ amount }: { amount: number }) => (
  <Table.Cell
    textAlign="end"
    textStyle="number.sm"
    whiteSpace="nowrap"
    color={amount === 0 ? 'fg.subtle' : undefined}
  >
    {formatAmount(amount)}
  </Table.Cell>
);

interface ItemProps {
  debtor: Debtor;
  /** The address of the client's payments. */
  href: string;
}

const NameLink = ({ debtor, href }: ItemProps) => (
  <Link href={href} display="inline" fontWeight="semibold" css={{ '& bdi': { overflowWrap: 'anywhere' } }}>
    <bdi>{debtor.name}</bdi>
  </Link>
);

const DebtorRow = ({ debtor, href }: ItemProps) => (
  <Table.Row data-opens cursor="pointer" _hover={{ bg: 'bg.subtle' }}>
    <Table.Cell>
      <Box minW="9rem" maxW="13rem">
        <NameLink debtor={debtor} href={href} />
      </Box>
      <Text textStyle="detail.number">{wordOldest(debtor)}</Text>
    </Table.Cell>
    {AGEING_COLUMNS.map((column) => (
      <Money key={column} amount={debtor.ageing[column]} />
    ))}
    <Table.Cell textAlign="end" textStyle="number.sm" fontWeight="semibold" whiteSpace="nowrap">
      {formatAmount(debtor.due)}
    </Table.Cell>
    <Table.Cell ps="6" textStyle="number.sm" whiteSpace="nowrap">
      {wordLastPayment(debtor)}
    </Table.Cell>
  </Table.Row>
);

const DebtorCard = ({ debtor, href }: ItemProps) => (
  <Card.Root as="li" size="sm" variant="outline" data-opens cursor="pointer">
    <Card.Body gap="1.5">
      <HStack justify="space-between" align="flex-start">
        <Box minW="0">
          <NameLink debtor={debtor} href={href} />
          <Text textStyle="detail.number">{wordOldest(debtor)}</Text>
        </Box>
        <Text textStyle="number" fontWeight="semibold" whiteSpace="nowrap">
          {formatAmount(debtor.due)}
        </Text>
      </HStack>
      <Stack as="ul" listStyleType="none" gap="0" textStyle="detail.number">
        {AGEING_COLUMNS.filter((column) => debtor.ageing[column] > 0).map((column) => (
          <HStack as="li" key={column} justify="space-between">
            <span>{AGEING_LABELS[column]}</span>
            <span>{formatAmount(debtor.ageing[column])}</span>
          </HStack>
        ))}
      </Stack>
      <Text textStyle="detail.number">Last payment: {wordLastPayment(debtor)}</Text>
    </Card.Body>
  </Card.Root>
);

const Sums = () => {
  const { data, error, refetch } = useQuery(debtorSumsQuery({}));

  return error ? (
    <LoadError title="The sums could not be read" error={error} onRetry={refetch} />
  ) : (
    <Ageing label="What all clients owe, by age" amounts={data} />
  );
};

interface DebtorsProps {
  page: DebtorPage;
  onSortChange: (sort: DebtorPage['sort']) => void;
  onLimitChange: (limit: PageSize) => void;
}

/** The clients who owe, by age or amount, over the sums of all of them. */
export const Debtors = ({ page, onSortChange, onLimitChange }: DebtorsProps) => {
  const { addressOf, follow } = useListLinks(DIALOG_PARAMS);
  const hrefOf = ({ userId }: Debtor) => `${addressOf('client', userId)}&tab=payments`;
  const { data, error, refetch, isPlaceholderData } = useQuery(debtorListQuery(page));

  return (
    <Stack gap="4">
      <Sums />
      <Box overflowX="auto">
        <SegmentedChoice
          label="Order"
          size="sm"
          choices={ORDERS}
          value={page.sort === 'due' ? 'due' : 'overdue'}
          onChange={(chosen) => onSortChange(chosen === 'due' ? chosen : undefined)}
        />
      </Box>
      {error && <LoadError title="The debtors could not be read" error={error} onRetry={refetch} />}
      {!data && !error && (
        <SkeletonList
          label="Loading debtors"
          count={5}
          cardHeight="7.5rem"
          rowHeight="3.5rem"
          rowsFrom="xl"
        />
      )}
      {data && data.total === 0 && (
        <Card.Root variant="outline">
          <EmptyNote icon={CircleCheck} title="Nobody owes anything">
            Clients with an open invoice or balance appear here.
          </EmptyNote>
        </Card.Root>
      )}
      {data && data.total > 0 && data.debtors.length === 0 && (
        <MissingPage icon={HandCoins} page={data.page} />
      )}
      {data && data.debtors.length > 0 && (
        <Box opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <RowsOrCards
            items={data.debtors}
            onClick={follow}
            rowsFrom="xl"
            hasActions={false}
            headers={
              <>
                <Table.ColumnHeader>Client</Table.ColumnHeader>
                {AGEING_COLUMNS.map((column) => (
                  <Table.ColumnHeader key={column} textAlign="end">
                    {AGEING_LABELS[column]}
                  </Table.ColumnHeader>
                ))}
                <Table.ColumnHeader textAlign="end">Owed</Table.ColumnHeader>
                <Table.ColumnHeader ps="6">Last payment</Table.ColumnHeader>
              </>
            }
            renderRow={(debtor) => <DebtorRow key={debtor.userId} debtor={debtor} href={hrefOf(debtor)} />}
            renderCard={(debtor) => <DebtorCard key={debtor.userId} debtor={debtor} href={hrefOf(debtor)} />}
          />
        </Box>
      )}
      {data && data.total > 0 && (
        <Pagination
          rowsName="debtors"
          page={page.page}
          limit={page.limit}
          total={data.total}
          onLimitChange={onLimitChange}
        />
      )}
    </Stack>
  );
};
