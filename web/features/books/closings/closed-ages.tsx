import { Box, HStack, Stack, Link as StyledLink, type SystemStyleObject, Text } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, BookOpenText } from 'lucide-react';
import type { ClosedDebtors } from '#shared/contract/books/closings.ts';
import { CLOSED_DEBTORS_SHOWN, EXPORT_ROWS_MAX } from '#shared/contract/limits.ts';
import { formatDateTime } from '#shared/dates.ts';
import { AGEING_COLUMNS, AGEING_LABELS, CLOSED_ACCOUNTS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { formatCount } from '#shared/numbers.ts';
import { nameOfClient, personOf } from '#shared/text/client-name.ts';
import { PageNumbers } from '../../../components/facts/page-numbers.tsx';
import { PartHeading } from '../../../components/facts/part-heading.tsx';
import { CsvButton } from '../../../components/list/csv-button.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { PagedList } from '../../../components/list/paged-list.tsx';
import { Pages } from '../../../components/list/pages.tsx';
import { PrintedPart } from '../../../components/list/printed-part.tsx';
import { type Column, RowsOrCards } from '../../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../../components/loading/skeleton-list.tsx';
import { useIsPrinting } from '../../../lib/browser/printing.ts';
import { useExport } from '../../../lib/browser/use-export.ts';
import { linkInBooks } from '../../../lib/money/books.ts';
import { api } from '../../../lib/reads/api.ts';

import { closedDebtorsQuery } from './queries.ts';

type Ages = ClosedDebtors['sums'];

interface AgesRow extends Ages {
  key: string;
  name: string;
  /** The person of a company, and the number. */
  detail: string;
  isSum?: boolean;
}

const isOfNobody = ({ due, credit }: Ages) => due === 0 && credit === 0;

/** The rows of a page; the last page ends with the closed accounts and the sums. */
const rowsOf = ({ debtors, closedAccounts, sums, page, total }: ClosedDebtors): AgesRow[] => {
  if (debtors.length === 0 && (page > 1 || isOfNobody(closedAccounts))) {
    return [];
  }

  return [
    ...debtors.map((debtor) => ({
      ...debtor,
      key: String(debtor.userId),
      name: nameOfClient(debtor),
      detail: [personOf(debtor), debtor.OWNumber].filter(Boolean).join(' · '),
    })),
    ...(page * CLOSED_DEBTORS_SHOWN < total
      ? []
      : [
          { ...closedAccounts, key: 'closed', name: CLOSED_ACCOUNTS, detail: '' },
          { ...sums, key: 'sums', name: 'Total', detail: '', isSum: true },
        ]),
  ];
};

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

const amountColumn = (name: string, amountOf: (row: AgesRow) => number): Column<AgesRow> => ({
  name,
  align: 'end',
  isNumber: true,
  cell: (row) => (amountOf(row) === 0 ? '–' : formatAmount(amountOf(row))),
});

const COLUMNS: readonly Column<AgesRow>[] = [
  { name: 'Client', cell: (row) => <Name row={row} /> },
  ...AGEING_COLUMNS.map((column) => amountColumn(AGEING_LABELS[column], ({ ageing }) => ageing[column])),
  amountColumn('Owed', ({ due }) => due),
  amountColumn('Credit', ({ credit }) => credit),
];

const LOOK: SystemStyleObject = {
  '& th, & td': { _print: { px: '1', fontSize: 'xs' } },
  '& tr[data-sum]': { fontWeight: 'semibold', bg: 'bg.subtle' },
  '& > ul > li': { gap: '1' },
};

const Pair = ({ label, amount }: { label: string; amount: number }) => (
  <HStack justify="space-between" textStyle="number.sm">
    <Text>{label}</Text>
    <Text>{formatAmount(amount)}</Text>
  </HStack>
);

const AgesTable = ({ rows }: { rows: readonly AgesRow[] }) => (
  <RowsOrCards
    items={rows}
    keyOf={({ key }) => key}
    columns={COLUMNS}
    card={(row) => (
      <>
        <Box fontWeight="semibold">
          <Name row={row} />
        </Box>
        {AGEING_COLUMNS.filter((column) => row.ageing[column] !== 0).map((column) => (
          <Pair key={column} label={AGEING_LABELS[column]} amount={row.ageing[column]} />
        ))}
        <Box fontWeight="semibold">
          <Pair label="Owed" amount={row.due} />
        </Box>
        {row.credit !== 0 && <Pair label="Credit" amount={row.credit} />}
      </>
    )}
    attributesOf={({ isSum }) => (isSum ? { 'data-sum': '' } : {})}
    rowsFrom="xl"
    isAlwaysRows={useIsPrinting()}
    look={LOOK}
  />
);

const wordPart = (part: number, total: number) =>
  total <= EXPORT_ROWS_MAX
    ? 'CSV'
    : `CSV ${formatCount((part - 1) * EXPORT_ROWS_MAX + 1)}–${formatCount(Math.min(part * EXPORT_ROWS_MAX, total))}`;

/** A button for each file that holds a part of the list. */
const Files = ({ closing, total }: { closing: number; total: number }) => {
  const save = useExport(api.books['export-closed-debtors']);

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
  const read = useQuery({ ...closedDebtorsQuery({ closing, page }), placeholderData: keepPreviousData });
  const { data } = read;

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
      {data && (
        <HStack justify="space-between" align="flex-start" wrap="wrap" gap="3">
          <Box>
            <PartHeading>Age analysis of {nameMonth(data.month)}, as closed</PartHeading>
            <Text textStyle="detail.number">
              Stored {formatDateTime(data.closedAt)}. Payments, new names and deletions since then change
              nothing of it.
            </Text>
          </Box>
          <Files closing={closing} total={data.total} />
        </HStack>
      )}
      <PagedList
        read={read}
        items={data && rowsOf(data)}
        shown={data}
        icon={BookOpenText}
        pages={(total) => <Pages page={page} total={total} limit={CLOSED_DEBTORS_SHOWN} />}
        failed="The age analysis could not be read"
        waiting={
          <SkeletonList label="Loading the age analysis" count={6} cardHeight="7.5rem" rowHeight="3.5rem" />
        }
        empty={
          <EmptyNote icon={BookOpenText} title="No client is listed">
            Nobody owed anything or had credit, or the month was over more than eight years ago.
          </EmptyNote>
        }
      >
        {(rows) =>
          data && (
            <Stack gap="3">
              <PrintedPart
                rowsName="clients"
                page={data.page}
                limit={CLOSED_DEBTORS_SHOWN}
                total={data.total}
              />
              <AgesTable rows={rows} />
            </Stack>
          )
        }
      </PagedList>
    </Stack>
  );
};
