import { Box, Button, Card, chakra, Flex, Stack } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { CircleCheck, ReceiptText, SearchX } from 'lucide-react';
import type { BillingRun } from '#shared/contract/billing-runs.ts';
import { RUN_LINES_SHOWN } from '#shared/contract/limits.ts';
import { formatCount } from '#shared/numbers.ts';
import { ClearFilters } from '../../../components/list/clear-filters.tsx';
import { CsvButton } from '../../../components/list/csv-button.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { LinkTabs } from '../../../components/list/link-tabs.tsx';
import { Pages } from '../../../components/list/pages.tsx';
import { PrintedPart } from '../../../components/list/printed-part.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { SkeletonRows } from '../../../components/loading/skeleton-rows.tsx';
import { SearchBox } from '../../../components/search/search-box.tsx';
import { MissingPage } from '../../../components/shell/missing-page.tsx';
import { useExport } from '../../../lib/browser/use-export.ts';
import { isDiffering, type LineView, listTabs, listWords, type ViewTab } from '../line-views.ts';
import { exportRunLines, isMailing, runLinesQuery, type ShownLines } from '../queries.ts';
import { monthBefore } from '../run-texts.ts';
import { LineList } from './line-list.tsx';
import { TakeAllIn } from './take-all-in.tsx';

/** Says what is not there, and the next step. */
const NOTHING: Partial<Record<LineView, { title: string; words: string }>> = {
  'left-out': { title: 'Nothing is left out', words: 'Every unbilled day is on an invoice of this run.' },
  differs: { title: 'Nothing differs', words: 'Each service is billed as in the month before.' },
  same: { title: 'Nothing is as before', words: 'Every line differs from the month before.' },
  'to-credit': { title: 'Nothing to credit', words: 'No days are billed beyond the end of a service.' },
  'not-mailed': { title: 'Every invoice is mailed', words: 'Invoices that are never mailed appear here.' },
};

const Word = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minH: { base: '11', md: '7' },
    px: '2',
    borderRadius: 'full',
    textStyle: 'sm',
    color: 'fg.muted',
    _hover: { color: 'fg' },
    _currentPage: { bg: 'bg.muted', color: 'fg', fontWeight: 'semibold' },
  },
});

/** The words by which lines differ from the month before: 'New 12 · Price 34'. */
const Words = ({ words, shown, total }: { words: readonly ViewTab[]; shown: LineView; total: number }) => (
  <Flex as="nav" aria-label="How they differ" wrap="wrap" gap="1" _print={{ display: 'none' }}>
    {[{ view: 'differs' as const, label: 'All that differ', count: total }, ...words].map(
      ({ view, label, count }) => (
        <Word key={view} asChild>
          <Link
            to="."
            search={(before: object) => ({ ...before, lines: view, page: undefined })}
            aria-current={view === shown ? 'page' : undefined}
            replace
          >
            {label} {formatCount(count)}
          </Link>
        </Word>
      ),
    )}
  </Flex>
);

interface RunLinesProps extends Omit<ShownLines, 'runId'> {
  run: BillingRun;
  onSearch: (search: string | undefined) => void;
}

const Nothing = ({ view, search, onSearch }: Pick<RunLinesProps, 'view' | 'search' | 'onSearch'>) => {
  const words = NOTHING[view];

  return search ? (
    <EmptyNote
      icon={SearchX}
      title="No line found"
      action={<ClearFilters onClear={() => onSearch(undefined)} />}
    >
      No line of this view matches the search.
    </EmptyNote>
  ) : (
    <EmptyNote
      icon={CircleCheck}
      title={words?.title ?? 'No such line'}
      action={
        view !== 'all' && (
          <Button asChild size="sm" variant="outline">
            <Link
              to="."
              search={(before: object) => ({
                ...before,
                lines: view === 'left-out' ? 'differs' : 'all',
                page: undefined,
              })}
            >
              {view === 'left-out' ? 'Show what differs' : 'Show all lines'}
            </Link>
          </Button>
        )
      }
    >
      {words?.words ?? 'This run has no line of this kind.'}
    </EmptyNote>
  );
};

/** The lines of a run by view, with a search. */
export const RunLines = ({ run, view, search, page, onSearch }: RunLinesProps) => {
  const { id: runId, month, state } = run;
  const isMoving = state === 'running' || isMailing(run);
  const { data, error, refetch, isPlaceholderData, dataUpdatedAt } = useQuery(
    runLinesQuery({ runId, view, search, page }, isMoving),
  );
  const save = useExport(exportRunLines);

  return (
    <Stack gap="3" as="section" aria-label="Lines">
      <Box mb="-3">
        <LinkTabs
          label="Views"
          tabs={(data ? listTabs(state, data.counts, view) : []).map(({ view: one, label, count }) => ({
            label: one === 'same' ? `As in ${monthBefore(month)}` : label,
            count,
            change: { lines: one, page: undefined },
            isCurrent: one === view || (one === 'differs' && isDiffering(view)),
          }))}
        />
      </Box>
      {data && (isDiffering(view) || (view === 'differs' && listWords(data.counts, view).length > 1)) && (
        <Words words={listWords(data.counts, view)} shown={view} total={data.counts.differs} />
      )}
      <Flex wrap="wrap" align="center" gap="2">
        <SearchBox
          label="Search the lines"
          search={search ?? ''}
          onSearch={(text) => onSearch(text || undefined)}
        />
        {state === 'draft' && view === 'left-out' && data && <TakeAllIn runId={runId} lines={data.lines} />}
        <CsvButton
          label="CSV"
          ms="auto"
          flex={{ base: '1 1 100%', md: '0 0 auto' }}
          size="sm"
          isBusy={save.isPending}
          disabled={data?.total === 0}
          onSave={(form) => save.mutate({ runId, view, search, form })}
        />
      </Flex>
      {error && <LoadError title="The lines could not be read" error={error} onRetry={refetch} />}
      {!data && !error && <SkeletonRows label="Loading the lines" rows={8} height="16" />}
      {data && (
        <Box opacity={isPlaceholderData ? 0.6 : undefined} aria-busy={isPlaceholderData}>
          <LineList
            key={`${view} ${page} ${search ?? ''}`}
            runId={runId}
            month={month}
            lines={data.lines}
            readAt={dataUpdatedAt}
            isDraft={state === 'draft'}
            isPaused={isPlaceholderData}
            nothing={
              data.total > 0 ? (
                <MissingPage icon={ReceiptText} page={page} />
              ) : (
                <Card.Root variant="outline">
                  <Nothing view={view} search={search} onSearch={onSearch} />
                </Card.Root>
              )
            }
          />
        </Box>
      )}
      {data && (
        <>
          <PrintedPart rowsName="lines" page={page} limit={RUN_LINES_SHOWN} total={data.total} />
          {data.total > RUN_LINES_SHOWN && <Pages page={page} total={data.total} limit={RUN_LINES_SHOWN} />}
        </>
      )}
    </Stack>
  );
};
