import {
  Box,
  Button,
  Flex,
  HStack,
  Stack,
  Link as StyledLink,
  type SystemStyleObject,
  Text,
} from '@chakra-ui/react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ArrowLeft, FileText } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import type { DocumentRow } from '#shared/books/vat-rows.ts';
import type { VatDocument } from '#shared/contract/books/vat-report.ts';
import { formatDateShort } from '#shared/dates.ts';
import { ENTRY_LABELS } from '#shared/invoices/ledger-words.ts';
import { formatAmount } from '#shared/money.ts';
import { formatCount } from '#shared/numbers.ts';
import { PartHeading } from '../../components/facts/part-heading.tsx';
import { BusyButton } from '../../components/form/busy-button.tsx';
import { CsvButton } from '../../components/list/csv-button.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { actionColumn, type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { RECORD_PARAMS } from '../../lib/address/dialog-params.ts';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { useListLinks } from '../../lib/address/list-links.ts';
import { useIsPrinting } from '../../lib/browser/printing.ts';
import { useExport } from '../../lib/browser/use-export.ts';
import { linkInBooks } from '../../lib/money/books.ts';
import { ROW_LABELS } from '../../lib/money/vat-words.ts';
import { api } from '../../lib/reads/api.ts';
import { BOOK_DIALOGS, subjectOfReport } from './book-dialogs.ts';
import { type ShownReport, vatDocumentsQuery } from './queries.ts';

const nameDocument = ({ number, kind }: VatDocument): string => number ?? ENTRY_LABELS[kind];

/** What a document is, where its number alone would mislead. */
const wordKind = ({ kind }: VatDocument): string =>
  kind === 'reversal' ? 'Voided' : kind === 'invoice' || kind === 'credit-note' ? '' : ENTRY_LABELS[kind];

const wordDay = (day: string | null): string => (day === null ? '–' : formatDateShort(day));

interface ClientProps {
  document: VatDocument;
  addressOf: (parameter: string, id: number) => string;
}

/** The buyer as on the invoice, with the way to the invoices of the record. */
const Client = ({ document: { userId, OWNumber, client }, addressOf }: ClientProps) => {
  if (OWNumber === null && client === null) {
    return (
      <Text as="span" color="fg.muted">
        Deleted client
      </Text>
    );
  }
  const name = <bdi>{client ?? OWNumber}</bdi>;

  return (
    <Box minW="0" overflowWrap="anywhere">
      {userId === null ? (
        name
      ) : (
        <StyledLink href={`${addressOf('client', userId)}&tab=invoices`} minH="6">
          {name}
        </StyledLink>
      )}
      {client !== null && <Text textStyle="detail">{OWNumber}</Text>}
    </Box>
  );
};

/** The bank's day of the first payment, and the day on which it was booked if that is another one. */
const wordFirstPaid = ({ firstPaymentDate, firstPaymentBooked }: VatDocument): string =>
  firstPaymentBooked === null
    ? wordDay(firstPaymentDate)
    : `${wordDay(firstPaymentDate)}, booked ${wordDay(firstPaymentBooked)}`;

/** What is said of a document below its number: what it is, the invoice that it is about, and since when it counts. */
const wordAbout = (document: VatDocument): string =>
  [
    wordKind(document),
    document.kind === 'credit-note' && document.invoiceNumber && `of ${document.invoiceNumber}`,
    document.countsOn !== null &&
      document.countsOn !== document.date &&
      `counts on ${wordDay(document.countsOn)}`,
  ]
    .filter(Boolean)
    .join(', ');

const wordService = ({ serviceFrom, serviceTo }: VatDocument): string =>
  serviceFrom && serviceTo ? `${formatDateShort(serviceFrom)} – ${formatDateShort(serviceTo)}` : '–';

const Name = ({ document }: { document: VatDocument }) => (
  <Box>
    <Text textStyle="number.sm" fontWeight="semibold">
      {nameDocument(document)}
    </Text>
    {wordAbout(document) && <Text textStyle="detail">{wordAbout(document)}</Text>}
  </Box>
);

interface DocumentRowsProps {
  documents: readonly VatDocument[];
  /** What can be done about a document. */
  actionOf?: ((document: VatDocument) => ReactNode) | undefined;
}

interface Row {
  document: VatDocument;
  index: number;
}

const columnsOf = (addressOf: ClientProps['addressOf']): readonly Column<Row>[] => [
  { name: 'Number', cell: ({ document }) => <Name document={document} /> },
  { name: 'Date', cell: ({ document }) => formatDateShort(document.date) },
  {
    name: 'Client',
    cell: ({ document }) => <Client document={document} addressOf={addressOf} />,
  },
  { name: 'Including VAT', align: 'end', cell: ({ document }) => formatAmount(document.gross) },
  { name: 'VAT', align: 'end', cell: ({ document }) => formatAmount(document.vat) },
  { name: 'Due', cell: ({ document }) => wordDay(document.dueDate) },
  { name: 'Service days', cell: ({ document }) => wordService(document) },
  { name: 'First paid', cell: ({ document }) => wordFirstPaid(document) },
];

const LOOK: SystemStyleObject = {
  '& td': { whiteSpace: 'nowrap' },
  // Paper is narrower than the eight columns.
  '@media print': { '& :is(th, td)': { whiteSpace: 'normal', textStyle: 'xs', px: '1' } },
  // Days stand apart from the amounts before them.
  '& :is(th, td):nth-of-type(6)': { ps: '6' },
  '& > ul > li': { display: 'block', p: '3', textStyle: 'number.sm', shadow: 'none' },
};

const DocumentRows = ({ documents, actionOf }: DocumentRowsProps) => {
  const { addressOf, follow } = useListLinks(RECORD_PARAMS);
  const columns = useMemo(() => columnsOf(addressOf), [addressOf]);

  return (
    <RowsOrCards
      items={documents.map((document, index) => ({ document, index }))}
      keyOf={({ index }) => index}
      columns={actionOf ? [...columns, actionColumn(({ document }: Row) => actionOf(document))] : columns}
      card={({ document }) => (
        <>
          <Flex justify="space-between" gap="3">
            <Name document={document} />
            <Text fontWeight="semibold">{formatAmount(document.gross)}</Text>
          </Flex>
          <Flex justify="space-between" gap="3" color="fg.muted">
            <Text>{formatDateShort(document.date)}</Text>
            <Text>VAT {formatAmount(document.vat)}</Text>
          </Flex>
          <Client document={document} addressOf={addressOf} />
          <Text color="fg.muted">
            Due {wordDay(document.dueDate)} · first paid {wordFirstPaid(document)}
          </Text>
          {document.serviceFrom && <Text color="fg.muted">Service days {wordService(document)}</Text>}
          {actionOf?.(document)}
        </>
      )}
      rowsFrom="xl"
      isAlwaysRows={useIsPrinting()}
      look={LOOK}
      onClick={follow}
    />
  );
};

/** Opens the credit note of a voided invoice; that of a deleted client gets none. */
const MissingNote = ({ document, report }: { document: VatDocument; report: ShownReport }) => {
  if (document.OWNumber === null || document.invoiceId === null) {
    return null;
  }
  const { label, link } = dialogAct(BOOK_DIALOGS, 'missing-note.issue', {
    subject: `${subjectOfReport(report)}:${document.invoiceId}`,
  });

  return (
    <Button asChild size="xs" variant="outline" _print={{ display: 'none' }}>
      <Link {...link}>{label}</Link>
    </Button>
  );
};

interface VatDocumentsProps {
  shown: ShownReport;
  row: DocumentRow;
  periodName: string;
}

/** The documents behind a row of the report, on the screen and as a file. */
export const VatDocuments = ({ shown, row, periodName }: VatDocumentsProps) => {
  const { data, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    vatDocumentsQuery({ ...shown, row }),
  );
  const save = useExport(api.books['export-vat-report']);
  const documents = data?.pages.flatMap((page) => page.documents) ?? [];
  const total = data?.pages[0]?.total ?? 0;

  return (
    <Stack gap="4">
      <Box _print={{ display: 'none' }}>
        <StyledLink asChild textStyle="sm" minH="6">
          <Link {...linkInBooks({ vatRow: undefined })}>
            <ArrowLeft size={16} aria-hidden /> VAT report
          </Link>
        </StyledLink>
      </Box>
      <HStack justify="space-between" align="flex-end" wrap="wrap" gap="3">
        <Box>
          <PartHeading>{ROW_LABELS[row]}</PartHeading>
          <Text textStyle="detail" role="status">
            {data ? `${periodName} · ${formatCount(documents.length)} of ${formatCount(total)}` : periodName}
          </Text>
        </Box>
        <CsvButton
          label="All as CSV"
          size="sm"
          isBusy={save.isPending}
          onSave={(form) => save.mutate({ query: { ...shown, row, for: form } })}
        />
      </HStack>
      <ReadList
        read={{ error, refetch }}
        items={data && documents}
        failed="The documents could not be read"
        waiting={
          <SkeletonList
            label="Loading documents"
            count={5}
            cardHeight="7rem"
            rowHeight="2.5rem"
            rowsFrom="xl"
          />
        }
        empty={
          <EmptyNote icon={FileText} title="No document">
            No document of this period is on this row.
          </EmptyNote>
        }
      >
        {(items) => (
          <DocumentRows
            documents={items}
            actionOf={
              row === 'voidedWithoutCreditNote'
                ? (document) => <MissingNote document={document} report={shown} />
                : undefined
            }
          />
        )}
      </ReadList>
      {hasNextPage && (
        <BusyButton
          variant="outline"
          size="sm"
          alignSelf="center"
          _print={{ display: 'none' }}
          isBusy={isFetchingNextPage}
          onClick={() => fetchNextPage()}
        >
          Show more
        </BusyButton>
      )}
    </Stack>
  );
};
