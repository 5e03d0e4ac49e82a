import { Box, Button, Card, Flex, Heading, Stack, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, Landmark, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { BankFile } from '#shared/contract/bank/bank-files.ts';
import { BANK_LINES_SHOWN } from '#shared/contract/bank/bank-limits.ts';
import { formatCount } from '#shared/numbers.ts';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { LinkTabs } from '../../../components/list/link-tabs.tsx';
import { Pages } from '../../../components/list/pages.tsx';
import { PrintedPart } from '../../../components/list/printed-part.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MissingPage } from '../../../components/shell/missing-page.tsx';
import { countOpen, countToLookAt, nameAccount, nameDays, wordNothingNew } from '../file-words.ts';
import { FileSummary, type StatementsDialog } from '../finished/file-summary.tsx';
import { linkToFile } from '../links.ts';
import { FileSkeleton, PanesSkeleton } from '../panes/panes-skeleton.tsx';
import { bankFileQuery } from '../queries.ts';
import { BookAll, useBookAll } from './book-all.tsx';
import { LineReview } from './line-review.tsx';
import { countLeft, isBookable } from './line-words.ts';
import { bankLinesQuery, readLineFilter, type ShownLines } from './queries.ts';

type Filter = ShownLines['filter'];

const TO_LOOK_AT = 'unsure';

interface Tab {
  label: string;
  filter: Filter;
  countOf: (counts: BankFile['counts']) => number;
  /** True if it is shown without lines, too. */
  isSteady?: boolean;
}

const TABS: readonly Tab[] = [
  { label: 'To look at', filter: TO_LOOK_AT, countOf: countToLookAt, isSteady: true },
  { label: 'Certain', filter: 'certain', countOf: ({ certain }) => certain, isSteady: true },
  { label: 'Waiting', filter: 'waiting', countOf: ({ waiting }) => waiting },
  { label: 'Booked', filter: 'booked', countOf: ({ booked }) => booked, isSteady: true },
  { label: 'Unidentified', filter: 'unidentified', countOf: ({ unidentified }) => unidentified },
  { label: 'Ignored', filter: 'ignored', countOf: ({ ignored }) => ignored },
  { label: 'All', filter: 'all', countOf: ({ lines }) => lines, isSteady: true },
];

const Tabs = ({ counts, shown }: { counts: BankFile['counts']; shown: Filter | undefined }) => (
  <LinkTabs
    label="Lines"
    tabs={TABS.filter(
      ({ filter, countOf, isSteady }) => isSteady || filter === shown || countOf(counts) > 0,
    ).map(({ label, filter, countOf }) => ({
      label,
      count: countOf(counts),
      change: {
        bankState: filter === TO_LOOK_AT ? undefined : filter,
        line: undefined,
        page: undefined,
      },
      isCurrent: filter === shown,
    }))}
  />
);

/** What waits: '74 certain, 5 to look at'; without certain lines only these. */
const wordCounts = (counts: BankFile['counts']): string =>
  [
    counts.certain > 0 && `${formatCount(counts.certain)} certain`,
    `${formatCount(countToLookAt(counts))} to look at`,
  ]
    .filter((part) => part !== false)
    .join(', ');

const isFinished = ({ counts }: BankFile): boolean => counts.lines > 0 && countOpen(counts) === 0;

const Head = ({ file, job }: { file: BankFile; job: ReturnType<typeof useBookAll> }) => {
  const { fileName, bank, account, from, to, counts } = file;
  const isEmpty = counts.lines === 0;
  const hasEnded = isFinished(file);

  return (
    <Flex as="header" justify="space-between" align="center" gap="3" minH="12">
      <Box minW="0" flex="1">
        <Heading as="h2" size="sm" truncate>
          <bdi>{fileName}</bdi>
        </Heading>
        <Text textStyle="number.sm" truncate>
          <Text as="span" fontWeight="semibold" color={hasEnded ? 'fg.success' : undefined}>
            {isEmpty && wordNothingNew(counts)}
            {hasEnded && 'Finished: every line is dealt with'}
            {!isEmpty && !hasEnded && wordCounts(counts)}
          </Text>
          <Text as="span" textStyle="detail.number" hideBelow="md" _print={{ display: 'inline' }}>
            {' '}
            · {nameAccount(bank, account)} · {nameDays(from, to)}
          </Text>
        </Text>
      </Box>
      <BookAll file={file} job={job} />
    </Flex>
  );
};

/** Says what to do next where no line is to be looked at. */
const Nothing = ({ file, filter }: { file: BankFile; filter: Filter }) => {
  if (file.counts.lines === 0) {
    return (
      <EmptyNote
        icon={CircleCheck}
        title="Nothing to book"
        action={
          file.repeats !== null && (
            <Button asChild size="sm" variant="outline">
              <Link {...linkToFile(file.repeats)}>Open the first file</Link>
            </Button>
          )
        }
      >
        {file.counts.duplicates > 0
          ? 'Its lines stand in the file that brought them first. Lines are never booked twice.'
          : 'No line of this file is money from clients.'}
      </EmptyNote>
    );
  }

  return filter === TO_LOOK_AT ? (
    <EmptyNote icon={CircleCheck} title="Nothing to look at">
      The portal is certain about every line that is open. Book them with the button above.
    </EmptyNote>
  ) : (
    <EmptyNote
      icon={SearchX}
      title="No such line"
      action={
        <Button asChild size="sm" variant="outline">
          <Link to="." search={(shown) => ({ ...shown, bankState: 'all', line: undefined, page: undefined })}>
            Show all lines
          </Link>
        </Button>
      }
    >
      This file has no line of this kind.
    </EmptyNote>
  );
};

type LinesProps = ShownLines & { file: BankFile; StatementsDialog: StatementsDialog };

const Lines = ({ file, StatementsDialog, ...shown }: LinesProps) => {
  const { data, error, refetch, isPlaceholderData } = useQuery(bankLinesQuery(shown));
  const { filter, page, lineId } = shown;
  const view = `${filter} ${page} ${lineId}`;
  // The lines of the view before stay, with what was chosen for them, until those of this one are there.
  const [shownView, setShownView] = useState(view);
  if (shownView !== view && data && !isPlaceholderData) {
    setShownView(view);
  }
  const end =
    filter === TO_LOOK_AT && lineId === undefined && isFinished(file) ? (
      <FileSummary file={file} StatementsDialog={StatementsDialog} />
    ) : undefined;
  // The end of a file does not wait for lines.
  if (!data && !end) {
    return error ? (
      <LoadError title="The lines could not be read" error={error} onRetry={refetch} />
    ) : (
      <PanesSkeleton />
    );
  }
  const { lines, total } = data ?? { lines: [], total: 0 };

  return (
    <Stack gap="3" flex="1" opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
      <LineReview
        key={shownView}
        lines={lines}
        isPending={filter === 'unidentified' ? ({ state }) => state === 'unidentified' : isBookable}
        pendingCount={filter === 'unidentified' ? file.counts.unidentified : countLeft(file, filter)}
        isPaused={isPlaceholderData}
        end={end}
        nothing={
          total > 0 ? (
            <MissingPage icon={Landmark} page={page} />
          ) : (
            <Card.Root variant="outline">
              <Nothing file={file} filter={filter} />
            </Card.Root>
          )
        }
      />
      <PrintedPart rowsName="lines" page={page} limit={BANK_LINES_SHOWN} total={total} hasFile={false} />
      {total > BANK_LINES_SHOWN && <Pages page={page} total={total} limit={BANK_LINES_SHOWN} />}
    </Stack>
  );
};

interface BankReviewProps {
  fileId: number;
  /** Which lines, as the address says it; by default those to look at. */
  filter?: string | undefined;
  page?: number | undefined;
  /** The only line that is shown, for a link from a payment. */
  lineId?: number | undefined;
  StatementsDialog: StatementsDialog;
}

/** The lines of a bank's file, which an administrator books: by state, and with keys. */
export const BankReview = ({
  fileId,
  filter: asked,
  page = 1,
  lineId,
  StatementsDialog,
}: BankReviewProps) => {
  const filter = readLineFilter(asked) ?? TO_LOOK_AT;
  const { data: file, error, refetch } = useQuery(bankFileQuery(fileId));
  const job = useBookAll(file);
  if (error && !file) {
    return <LoadError title="The file could not be read" error={error} onRetry={refetch} />;
  }
  if (!file) {
    return <FileSkeleton />;
  }

  return (
    <Stack gap="1" flex="1">
      <Head file={file} job={job} />
      <Stack gap="0" flex="1" css={{ '& > nav': { mb: '2' } }}>
        <Tabs counts={file.counts} shown={lineId ? undefined : filter} />
        <Lines
          file={file}
          fileId={fileId}
          filter={filter}
          page={page}
          lineId={lineId}
          StatementsDialog={StatementsDialog}
        />
      </Stack>
    </Stack>
  );
};
