import {
  Alert,
  Badge,
  Box,
  Button,
  Card,
  Flex,
  HStack,
  Stack,
  Link as StyledLink,
  Text,
} from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Percent } from 'lucide-react';
import { daysOfTaxPeriod } from '#shared/books/vat-periods.ts';
import { type DocumentRow, NO_VAT_NUMBER, VAT_ROWS, WAITING_ROWS } from '#shared/books/vat-rows.ts';
import type { VatReport as Report, VatReports } from '#shared/contract/books/vat-report.ts';
import { dayAfter, formatDateShort } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PartHeading } from '../../components/facts/part-heading.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { FilterSelect } from '../../components/list/filter-select.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { dialogAct } from '../../lib/address/dialogs.ts';
import { linkInBooks } from '../../lib/money/books.ts';
import { BOOK_DIALOGS, subjectOfReport } from './book-dialogs.ts';
import { type ShownReport, vatReportQuery, vatReportsQuery } from './queries.ts';
import {
  isFirstToClose,
  type ListedPeriod,
  listTaxPeriods,
  nameTaxPeriod,
  whyNotFiled,
} from './tax-periods.ts';
import { VatDocuments } from './vat-document-list.tsx';
import { VatTable } from './vat-table.tsx';

const LOADING = (
  <SkeletonList label="Loading the VAT report" count={4} cardHeight="9rem" rowHeight="3.5rem" />
);

/** Whether the report was filed, and otherwise how it can be. */
const Filing = ({ report }: { report: Report }) => {
  if (report.filedAt !== null) {
    return (
      <Badge colorPalette="green" size="md">
        Filed {formatDateShort(dayAfter(new Date(report.filedAt), 0))}
        {report.filedBy !== null && (
          <>
            {' '}
            by <bdi>{report.filedBy}</bdi>
          </>
        )}
      </Badge>
    );
  }

  const refusal = whyNotFiled(report);
  const {
    label,
    icon: Icon,
    link,
  } = dialogAct(BOOK_DIALOGS, 'vat.file', { subject: subjectOfReport(report) });

  return refusal === undefined ? (
    <HStack gap="3" wrap="wrap">
      <Text textStyle="detail">Not filed yet</Text>
      <Button asChild size="sm" _print={{ display: 'none' }}>
        <Link {...link}>
          <Icon aria-hidden /> {label}
        </Link>
      </Button>
    </HStack>
  ) : (
    <Text textStyle="detail">
      {refusal}
      {isFirstToClose(report) && (
        <>
          {' '}
          <StyledLink asChild _print={{ display: 'none' }}>
            <Link {...linkInBooks({ book: 'closings' })}>Closed months</Link>
          </StyledLink>
        </>
      )}
    </Text>
  );
};

/** 'Waits for the return of March and April 2026' */
const wordReturns = (returns: Report['waiting']['returns']): string =>
  `Waits for the ${returns.length === 1 ? 'return' : 'returns'} of ${returns.map(nameTaxPeriod).join('; ')}`;

/** What is written off or recovered and is on no field, because the return of its invoice is not filed. */
const Waiting = ({ waiting }: Pick<Report, 'waiting'>) => {
  const rows = WAITING_ROWS.filter((row) => waiting[row].count > 0).map((row) => ({
    row: `${row}Waiting` as const,
    figures: waiting[row],
  }));
  if (rows.length === 0) {
    return null;
  }

  return (
    <Stack as="section" gap="2" aria-label="Waits for its return">
      <Box>
        <Text as="h2" fontWeight="semibold">
          {wordReturns(waiting.returns)}
        </Text>
        <Text textStyle="detail">
          On no field yet. It moves into fields 17 and 12 with the first report after that return is filed
          here (section 22(1)(b) of the VAT Act).
        </Text>
      </Box>
      <VatTable rows={rows} />
    </Stack>
  );
};

const Rows = ({ report }: { report: Report }) => {
  const { withoutVat, voidedWithoutCreditNote } = report;
  const withoutVatRows = VAT_ROWS.filter((row) => withoutVat[row].count > 0).map((row) => ({
    row: `${row}WithoutVat` as const,
    figures: withoutVat[row],
  }));

  return (
    <>
      <VatTable rows={VAT_ROWS.map((row) => ({ row, figures: report[row] }))} />
      <Waiting waiting={report.waiting} />
      {voidedWithoutCreditNote.count > 0 && (
        <VatTable rows={[{ row: 'voidedWithoutCreditNote', figures: voidedWithoutCreditNote }]} />
      )}
      {withoutVatRows.length > 0 && (
        <Stack as="section" gap="2" aria-label="Without VAT">
          <Box>
            <Text as="h2" fontWeight="semibold">
              Without VAT
            </Text>
            <Text textStyle="detail">
              On no field of the VAT201.
              {report.vatNumbers.length > 1 && ' Only the report of this VAT number shows these.'}
            </Text>
          </Box>
          <VatTable rows={withoutVatRows} hasVat={false} />
        </Stack>
      )}
      <Flex
        as="section"
        aria-label="Credit of clients"
        justify="space-between"
        align="center"
        gap="4"
        wrap="wrap"
        bg="bg.panel"
        borderWidth="1px"
        borderRadius="l3"
        px="3"
        py="2.5"
        textStyle="sm"
      >
        <Box>
          <Text fontWeight="semibold">Credit of clients on {formatDateShort(report.to)}</Text>
          <Text textStyle="detail">
            Money received before its invoice. {formatAmount(report.freeCredit.vat)} of it is VAT by section 9
            of the VAT Act.
          </Text>
        </Box>
        <Text textStyle="number.sm" fontWeight="semibold">
          {formatAmount(report.freeCredit.gross)}
        </Text>
      </Flex>
    </>
  );
};

const ReportOfPeriod = ({ shown }: { shown: ShownReport }) => {
  const { data: report, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(vatReportQuery(shown));
  if (error) {
    return <LoadError title="The VAT report could not be read" error={error} onRetry={refetch} />;
  }
  if (!report) {
    return LOADING;
  }

  return (
    <Stack gap="4" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
      {!report.agrees && (
        <Alert.Root status="error" role="alert">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>This report does not agree with the control account</Alert.Title>
            <Alert.Description>
              Please do not declare these figures before somebody has found out why.
            </Alert.Description>
          </Alert.Content>
        </Alert.Root>
      )}
      <HStack justify="space-between" wrap="wrap" gap="3" minH="9">
        <Box>
          <PartHeading>VAT report, {nameTaxPeriod(report)}</PartHeading>
          <Text textStyle="sm">
            VAT number <b>{report.vatNumber}</b> · Invoice basis · {formatDateShort(report.from)} to{' '}
            {formatDateShort(report.to)}
          </Text>
        </Box>
        <Filing key={`${report.period} ${report.vatNumber}`} report={report} />
      </HStack>
      <Rows report={report} />
      <Box>
        <Text textStyle="detail">
          Each document counts on its own day, whatever becomes of it later. There is no amount payable here,
          because the portal does not know the input tax.
        </Text>
        {report.filedAt === null && <AsOf at={dataUpdatedAt} />}
      </Box>
    </Stack>
  );
};

interface VatReportProps {
  /** What the address names. */
  period: string | undefined;
  vatNumber: string | undefined;
  row: DocumentRow | undefined;
  onChange: (change: { period?: string; vatNumber?: string | undefined }) => void;
}

const Choice = ({
  reports: { filed },
  periods,
  shown,
  onChange,
}: Pick<VatReportProps, 'onChange'> & {
  reports: VatReports;
  periods: readonly ListedPeriod[];
  shown: ShownReport;
}) => {
  const { data: report } = useQuery(vatReportQuery(shown));
  const ofPeriod = filed.filter(({ period }) => period === shown.period);
  const numbers = [
    ...new Set([
      ...(report ? [report.vatNumber, ...report.vatNumbers] : []),
      ...ofPeriod.map(({ vatNumber }) => vatNumber),
    ]),
  ].sort();

  return (
    <HStack gap="3" wrap="wrap" align="center" _print={{ display: 'none' }}>
      <FilterSelect
        label="Tax period"
        value={shown.period}
        choices={periods.map(({ name, period }) => [name, period])}
        onChange={(period) => period && onChange({ period, vatNumber: undefined })}
      />
      {numbers.length > 1 && (
        <FilterSelect
          label="VAT number"
          value={shown.vatNumber ?? report?.vatNumber}
          choices={numbers.map((number) => [number, number])}
          onChange={(vatNumber) => onChange({ vatNumber })}
        />
      )}
    </HStack>
  );
};

/** The output side of the VAT201 for a tax period, and the documents behind each of its rows (D66). */
export const VatReport = ({ period, vatNumber, row, onChange }: VatReportProps) => {
  const { data: reports, error, refetch } = useQuery(vatReportsQuery);
  if (error) {
    return <LoadError title="The VAT reports could not be read" error={error} onRetry={refetch} />;
  }
  if (!reports) {
    return LOADING;
  }

  const number = vatNumber ?? reports.vatNumber ?? reports.filed[0]?.vatNumber;
  const periods = listTaxPeriods(reports, new Date());
  const usual = periods.find(({ isOver }) => isOver) ?? periods[0];
  const chosen = period ?? usual?.period;
  if (number === undefined || chosen === undefined) {
    return (
      <Card.Root variant="outline">
        <EmptyNote icon={Percent} title="No VAT report">
          {NO_VAT_NUMBER}
        </EmptyNote>
      </Card.Root>
    );
  }

  const shown = { period: chosen, vatNumber: number };

  return row ? (
    <VatDocuments
      shown={shown}
      row={row}
      periodName={nameTaxPeriod(daysOfTaxPeriod(chosen, reports.taxPeriod))}
    />
  ) : (
    <Stack gap="4">
      <Choice reports={reports} periods={periods} shown={shown} onChange={onChange} />
      <ReportOfPeriod shown={shown} />
    </Stack>
  );
};
