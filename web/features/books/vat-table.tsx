import { Box, Flex, HStack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { DocumentRow } from '#shared/books/vat-rows.ts';
import type { VatFigures } from '#shared/contract/books/vat-report.ts';
import { centsFromAmount, formatAmount, formatRand } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { ROW_LABELS, ROW_NOTES } from '../../lib/money/vat-words.ts';

export interface ReportRow {
  row: DocumentRow;
  figures: VatFigures;
}

const wordFields = (field: string): string =>
  field.includes(',') ? `Fields ${field.replace(', ', ' and ')}` : `Field ${field}`;

/** What the name, the note and the field of the VAT201 say about a row. */
const wordDetail = ({ row, figures: { field } }: ReportRow): string =>
  [field && `VAT201 ${wordFields(field).toLowerCase()}`, ROW_NOTES[row]].filter(Boolean).join(' · ');

const wordCount = (count: number): string => (count === 1 ? '1 document' : `${formatCount(count)} documents`);

/** Opens the documents of a row; a row without documents has none to open. */
const Documents = ({ row, figures: { count } }: ReportRow) =>
  count === 0 ? (
    <Text as="span" color="fg.muted">
      None
    </Text>
  ) : (
    <StyledLink asChild color="brand.fg" fontWeight="semibold" whiteSpace="nowrap">
      <Link
        to="."
        search={(shown: object) => ({ ...shown, vatRow: row })}
        aria-label={`${ROW_LABELS[row]}: ${wordCount(count)}`}
      >
        {wordCount(count)}
      </Link>
    </StyledLink>
  );

/** 'R 302 305,39 (R 0,14 less)': what the form computes from the gross, beside the VAT of the documents. */
const wordFraction = ({ fraction, vat }: VatFigures): string => {
  const differenceCents = centsFromAmount(fraction) - centsFromAmount(vat);
  if (differenceCents === 0) {
    return formatAmount(fraction);
  }

  return `${formatAmount(fraction)} (${formatRand(Math.abs(differenceCents))} ${differenceCents > 0 ? 'more' : 'less'})`;
};

const Name = ({ row, figures }: ReportRow) => {
  const detail = wordDetail({ row, figures });

  return (
    <Box>
      <Text fontWeight="semibold">{ROW_LABELS[row]}</Text>
      {detail && <Text textStyle="detail">{detail}</Text>}
    </Box>
  );
};

const Pair = ({ name, children }: { name: string; children: string }) => (
  <Flex justify="space-between" gap="3">
    <Text color="fg.muted">{name}</Text>
    <Text textStyle="number.sm" textAlign="end">
      {children}
    </Text>
  </Flex>
);

interface VatTableProps {
  rows: readonly ReportRow[];
  hasVat?: boolean;
}

const VAT_COLUMNS: readonly Column<ReportRow>[] = [
  { name: 'Excluding VAT', align: 'end', isNumber: true, cell: ({ figures }) => formatAmount(figures.net) },
  {
    name: 'VAT',
    align: 'end',
    isNumber: true,
    cell: ({ figures }) => <strong>{formatAmount(figures.vat)}</strong>,
  },
  {
    name: '15/115 of the amount',
    align: 'end',
    cell: ({ figures }) => (
      <Text as="span" color="fg.muted">
        {wordFraction(figures)}
      </Text>
    ),
  },
];

/** Rows of the report, each opening its documents. There is no sum over them, because input tax is not known (D66). */
export const VatTable = ({ rows, hasVat = true }: VatTableProps) => (
  <RowsOrCards
    items={rows}
    keyOf={({ row }) => row}
    columns={[
      { name: 'Row', cell: (row) => <Name {...row} /> },
      { name: 'Documents', cell: (row) => <Documents {...row} /> },
      {
        name: hasVat ? 'Including VAT' : 'Amount',
        align: 'end',
        isNumber: true,
        cell: ({ figures }) => formatAmount(figures.gross),
      },
      ...(hasVat ? VAT_COLUMNS : []),
    ]}
    card={(row) => (
      <>
        <HStack justify="space-between" align="flex-start" gap="3" mb="2">
          <Name {...row} />
          <Documents {...row} />
        </HStack>
        <Pair name={hasVat ? 'Including VAT' : 'Amount'}>{formatAmount(row.figures.gross)}</Pair>
        {hasVat && (
          <>
            <Pair name="Excluding VAT">{formatAmount(row.figures.net)}</Pair>
            <Pair name="VAT">{formatAmount(row.figures.vat)}</Pair>
            <Pair name="15/115">{wordFraction(row.figures)}</Pair>
          </>
        )}
      </>
    )}
    look={{ '& > ul > li': { display: 'block', p: '3', textStyle: 'sm', shadow: 'none' } }}
  />
);
