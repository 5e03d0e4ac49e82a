import { Button, Flex, Heading, Stack, Link as StyledLink, Text } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import { ReceiptText } from 'lucide-react';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { formatDateTime } from '#shared/dates.ts';
import { formatAmount } from '#shared/money.ts';
import { nameMonth } from '#shared/months.ts';
import { formatCount } from '#shared/numbers.ts';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { ReadList } from '../../components/list/read-list.tsx';
import { type Column, RowsOrCards } from '../../components/list/rows-or-cards.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { RunState } from './run-head.tsx';
import { linkToRun } from './run-links.ts';
import { countInvoices } from './run-texts.ts';

const Month = ({ run }: { run: BillingRun }) => (
  <StyledLink asChild fontWeight="semibold">
    <Link {...linkToRun(run.id)}>{nameMonth(run.month)}</Link>
  </StyledLink>
);

const wordIssued = ({ state, issued, invoices }: BillingRun): string =>
  state === 'draft' ? countInvoices(invoices) : `${formatCount(issued)} of ${formatCount(invoices)} issued`;

const sumOf = ({ state, total, issuedTotal }: BillingRun): number =>
  state === 'draft' ? total : issuedTotal;

const Issued = ({ run }: { run: BillingRun }) => (
  <Text as="span" textStyle="number.sm">
    {wordIssued(run)}
  </Text>
);

const Sum = ({ run }: { run: BillingRun }) => (
  <Text as="span" textStyle="number.sm" whiteSpace="nowrap">
    {formatAmount(sumOf(run))}
  </Text>
);

const Mails = ({ run: { state, mailed, notMailed } }: { run: BillingRun }) =>
  state !== 'draft' && (
    <Text as="span" textStyle="detail.number">
      {formatCount(mailed)} mailed{notMailed > 0 && `, ${formatCount(notMailed)} not mailed`}
    </Text>
  );

const Started = ({ run: { startedAt, startedBy } }: { run: BillingRun }) => (
  <Text as="span" textStyle="detail.number">
    {startedAt === null ? '–' : formatDateTime(startedAt)}
    {startedBy !== null && (
      <>
        {' '}
        by <bdi>{startedBy}</bdi>
      </>
    )}
  </Text>
);

const COLUMNS: readonly Column<BillingRun>[] = [
  { name: 'Month', cell: (run) => <Month run={run} /> },
  { name: 'State', cell: (run) => <RunState run={run} /> },
  {
    name: 'Invoices',
    cell: (run) => (
      <Stack gap="0">
        <Issued run={run} />
        <Mails run={run} />
      </Stack>
    ),
  },
  { name: 'Sum', align: 'end', isNumber: true, cell: (run) => <Sum run={run} /> },
  { name: 'Started', cell: (run) => <Started run={run} /> },
];

interface RunListProps {
  read: { data: readonly BillingRun[] | undefined; error: Error | null; refetch: () => unknown };
}

/** The runs that are over, the newest first. */
export const RunList = ({ read }: RunListProps) => (
  <Stack as="section" gap="2" aria-labelledby="earlier-runs">
    <Heading as="h2" size="md" id="earlier-runs">
      Earlier runs
    </Heading>
    <ReadList
      read={read}
      items={read.data}
      failed="The runs could not be read"
      waiting={<SkeletonList label="Loading the runs" count={3} cardHeight="6.5rem" rowHeight="3.5rem" />}
      empty={
        <EmptyNote icon={ReceiptText} title="No earlier run">
          Each month that was billed here appears with its sums.
        </EmptyNote>
      }
    >
      {(runs) => (
        <RowsOrCards
          items={runs}
          keyOf={({ id }) => id}
          columns={COLUMNS}
          card={(run) => (
            <>
              <Flex justify="space-between" gap="2">
                <Month run={run} />
                <RunState run={run} />
              </Flex>
              <Flex justify="space-between" gap="2">
                <Issued run={run} />
                <Sum run={run} />
              </Flex>
              <Mails run={run} />
              <Started run={run} />
            </>
          )}
        />
      )}
    </ReadList>
  </Stack>
);

/** Leads to the run that is not finished, beside which no other can begin. */
export const OpenRun = ({ run }: { run: BillingRun }) => (
  <Flex
    as="section"
    aria-label="Open run"
    wrap="wrap"
    gap="3"
    align="center"
    justify="space-between"
    p="4"
    maxW="44rem"
    borderWidth="1px"
    borderRadius="l3"
    bg="bg.panel"
  >
    <Stack gap="0.5">
      <Flex gap="2" align="center">
        <Text fontWeight="semibold">{nameMonth(run.month)}</Text>
        <RunState run={run} />
      </Flex>
      <Text textStyle="number.sm" color="fg.muted">
        {wordIssued(run)}, {formatAmount(sumOf(run))}
      </Text>
    </Stack>
    <Button asChild size="sm" minH={{ base: '11', md: '9' }}>
      <Link {...linkToRun(run.id)}>{run.state === 'draft' ? 'Open the draft' : 'Open the run'}</Link>
    </Button>
  </Flex>
);
