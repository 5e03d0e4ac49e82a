import { Box, Card, Heading, HStack, Stack, Link as StyledLink, Table, Text } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, BookOpenText } from 'lucide-react';
import type { ClosedDebtors } from '#shared/contract/closings.ts';
import { CLOSED_DEBTORS_SHOWN, EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { formatDateTime } from '#shared/dates.ts';
import { AGEING_COLUMNS, AGEING_LABELS, CLOSED_ACCOUNTS } from '#shared/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { Pages } from '../../components/list/pages.tsx';
import { PrintedPart } from '../../components/list/printed-part.tsx';
import { RowsOrCards } from '../../components/list/rows-by-hand.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { MissingPage } from '../../components/shell/missing-page.tsx';
import { api } from '../../lib/api.ts';
import { linkInBooks } from '../../lib/books.ts';
import { useExport } from '../../lib/use-export.ts';
import { nameMonth } from './months.ts';
import { closedDebtorsQuery } from './queries.ts';

type Ages = ClosedDebtors['sums'];

interface AgesRow extends Ages {
  key: string;
  name: string;
  /** The person of a company, and the number. */
  detail: string;
  isSum?: boolean;
}

/** The rows of a page; the last page ends with the closed accounts and the sums. */
const rowsOf = ({ debtors, closedAccounts, sums, page, total }: ClosedDebtors): AgesRow[] => [
  ...debtors.map(({ userId, name, company, OWNumber, ...ages }) => ({
    ...ages,
    key: String(userId),
    name: company ?? name ?? '',
    detail: [company && name, OWNumber].filter(Boolean).join(' · '),
  })),
  ...(page * CLOSED_DEBTORS_SHOWN < total
    ? []
    : [
        { ...closedAccounts, key: 'closed', name: CLOSED_ACCOUNTS, detail: '' },
        { ...sums, key: 'sums', name: 'Total', detail: '', isSum: true },
      ]),
];

const Amount = ({ amount }: { amount: number }) => (
  <Table.Cell textAlign="end" textStyle="number.sm" whiteSpace="nowrap">
    {amount === 0 ? '–' : formatAmount(amount)}
  </Table.Cell>
);

const Name = ({ row: { name, detail } }: { row: AgesRow }) => (
  <Box minW="0" overflowWrap="anywhere">
    <bdi>{name}</bdi>
    {detail && (
      <Text textStyle="detail" fontWeight="normal">
        <bdi>{detail}</bdi>
      </Text>
    )}
  </Box>
);

const AgesTable = ({ rows }: { rows: readonly AgesRow[] }) => (
  <RowsOrCards
    items={rows}
    rowsFrom="xl"
    hasRowsOnPaper
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
        <Table.ColumnHeader textAlign="end">Credit</Table.ColumnHeader>
      </>
    }
    renderRow={(row) => (
      <Table.Row key={row.key} {...(row.isSum && { fontWeight: 'semibold', bg: 'bg.subtle' })}>
        <Table.Cell>
          <Name row={row} />
        </Table.Cell>
        {AGEING_COLUMNS.map((column) => (
          <Amount key={column} amount={row.ageing[column]} />
        ))}
        <Amount amount={row.due} />
        <Amount amount={row.credit} />
      </Table.Row>
    )}
    renderCard={(row) => (
      <Card.Root key={row.key} as="li" size="sm" variant="outline">
        <Card.Body gap="1">
          <Box fontWeight="semibold">
            <Name row={row} />
          </Box>
          {AGEING_COLUMNS.filter((column) => row.ageing[column] !== 0).map((column) => (
            <HStack key={column} justify="space-between" textStyle="number.sm">
              <Text>{AGEING_LABELS[column]}</Text>
              <Text>{formatAmount(row.ageing[column])}</Text>
            </HStack>
          ))}
          <HStack justify="space-between" textStyle="number.sm" fontWeight="semibold">
            <Text>Owed</Text>
            <Text>{formatAmount(row.due)}</Text>
          </HStack>
          {row.credit !== 0 && (
            <HStack justify="space-between" textStyle="number.sm">
              <Text>Credit</Text>
              <Text>{formatAmount(row.credit)}</Text>
            </HStack>
          )}
        </Card.Body>
      </Card.Root>
    )}
  />
);

const wordPart = (part: number, total: number) =>
  total <= EXPORT_ROWS_MAX
    ? 'CSV'
    : `CSV ${formatCount((part - 1) * EXPORT_ROWS_MAX + 1)}–${formatCount(Math.min(part * EXPORT_ROWS_MAX, total))}`;

/** A button for each file that holds a part of the list. */
const Files = ({ closing, total }: { closing: number; total: number }) => {
  const save = useExport(api.closings['export-debtors']);

  return (
    <HStack wrap="wrap" gap="2" _print={{ display: 'none' }}>
      {Array.from({ length: Math.max(1, Math.ceil(total / EXPORT_ROWS_MAX)) }, (_, index) => index + 1).map(
        (part) => (
          <CsvButton
            key={part}
            label={wordPart(part, total)}
            size="sm"
            isBusy={save.isPending && save.variables.query.part === part}
            onSave={(form) => save.mutate({ query: { closing, part, for: form } })}
          />
        ),
      )}
    </HStack>
  );
};

/** The age analysis that a closing stored: the names and amounts of then, whatever became of the clients. */
export const ClosedAges = ({ closing, page }: { closing: number; page: number }) => {
  const { data, error, refetch, isPlaceholderData } = useQuery({
    ...closedDebtorsQuery({ closing, page }),
    placeholderData: keepPreviousData,
  });

  return (
    <Stack gap="4">
      <PageNumbers />
      <Box _print={{ display: 'none' }}>
        <StyledLink asChild textStyle="sm" minH="6">
          <Link {...linkInBooks({ closedAges: undefined })}>
            <ArrowLeft size={16} aria-hidden /> Closed months
          </Link>
        </StyledLink>
      </Box>
      {error && <LoadError title="The age analysis could not be read" error={error} onRetry={refetch} />}
      {!data && !error && (
        <SkeletonList label="Loading the age analysis" count={6} cardHeight="7.5rem" rowHeight="3.5rem" />
      )}
      {data && (
        <>
          <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
            <Box>
              <Heading as="h2" size="md">
                Age analysis of {nameMonth(data.month)}, as closed
              </Heading>
              <Text textStyle="detail.number">
                Stored {formatDateTime(data.closedAt)}. Payments, new names and deletions since then change
                nothing of it.
              </Text>
            </Box>
            <Files closing={closing} total={data.total} />
          </HStack>
          {data.total === 0 && data.closedAccounts.due === 0 && data.closedAccounts.credit === 0 ? (
            <Card.Root variant="outline">
              <EmptyNote icon={BookOpenText} title="No client is listed">
                Nobody owed anything or had credit, or the month was over more than eight years ago.
              </EmptyNote>
            </Card.Root>
          ) : data.debtors.length === 0 && page > 1 ? (
            <MissingPage icon={BookOpenText} page={data.page} />
          ) : (
            <Stack gap="3" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
              <PrintedPart
                rowsName="clients"
                page={data.page}
                limit={CLOSED_DEBTORS_SHOWN}
                total={data.total}
              />
              <Box css={{ '& th, & td': { _print: { px: '1', fontSize: 'xs' } } }}>
                <AgesTable rows={rowsOf(data)} />
              </Box>
              {data.total > 0 && <Pages page={page} total={data.total} limit={CLOSED_DEBTORS_SHOWN} />}
            </Stack>
          )}
        </>
      )}
    </Stack>
  );
};
