import { Button, HStack, Skeleton, Stack, Text, useBreakpointValue } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { BookMinus, CircleCheck, HandCoins, Mail, SearchX } from 'lucide-react';
import { useState } from 'react';
import type { DebtorFilters } from '#shared/contract/debtors/ledger-statements.ts';
import { formatCount } from '#shared/numbers.ts';
import { lazyDialog } from '../../components/dialog/lazy-dialog.tsx';
import { Ageing } from '../../components/facts/ageing.tsx';
import { AsOf } from '../../components/facts/as-of.tsx';
import { PageNumbers } from '../../components/facts/page-numbers.tsx';
import { ClearFilters } from '../../components/list/clear-filters.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { PagedList } from '../../components/list/paged-list.tsx';
import { type PageSize, Pagination } from '../../components/list/pagination.tsx';
import { PrintedPart } from '../../components/list/printed-part.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { LoadError } from '../../components/loading/load-error.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { countFilters, DEBTOR_SORTING, type DebtorChange, NO_FILTERS, wordFilters } from './debtor-order.ts';
import { DebtorTable, SelectAll } from './debtor-table.tsx';
import { WRITE_OFFS_FRAME } from './money-forms.ts';
import { type DebtorPage, debtorListQuery, debtorSumsQuery } from './queries.ts';
import { useSelection } from './use-selection.ts';

const DebtorTools = lazyPart(() => import('./debtor-tools.tsx'), 'DebtorTools', {
  waiting: <Skeleton height={{ base: '11', md: '9' }} />,
});
const SelectionBar = lazyPart(() => import('./selection-bar.tsx'), 'SelectionBar', { waiting: null });

const StatementMailsDialog = lazyDialog(
  () => import('./statement-mails-dialog.tsx'),
  'StatementMailsDialog',
  {
    title: 'Mail statements',
  },
);

const WriteOffsDialog = lazyDialog(
  () => import('./write-offs-dialog.tsx'),
  'WriteOffsDialog',
  WRITE_OFFS_FRAME,
);

const Sums = ({ filters }: { filters: DebtorFilters }) => {
  const { data, error, refetch } = useQuery(debtorSumsQuery(filters));
  const owing = countFilters(filters) > 0 ? 'the clients of this list owe' : 'all clients owe';

  return error ? (
    <LoadError title="The sums could not be read" error={error} onRetry={refetch} />
  ) : (
    <Ageing
      label={`What ${owing}, by age`}
      amounts={data}
      linkOf={(sort) => DEBTOR_SORTING.linkTo({ sort })}
    />
  );
};

const countDebtors = (total: number) => `${formatCount(total)} ${total === 1 ? 'debtor' : 'debtors'}`;

interface DebtorsProps {
  page: DebtorPage;
  /** Changes filters or order in the address, which then shows the first page. */
  onChange: (change: DebtorChange) => void;
  onLimitChange: (limit: PageSize) => void;
}

const NOBODY: never[] = [];

/** The clients who owe, under the sums of all who match; the caller holds the state of the list. */
export const Debtors = ({ page: asked, onChange, onLimitChange }: DebtorsProps) => {
  const { page, limit, ...shown } = asked;
  const read = useQuery(debtorListQuery(asked));
  const { data, dataUpdatedAt } = read;
  const sums = useQuery(debtorSumsQuery(shown));
  const isLastPage = data !== undefined && page === Math.max(1, Math.ceil(data.total / limit));
  const closedAccounts =
    isLastPage && !sums.isPlaceholderData && sums.data?.closedAccounts?.total
      ? sums.data.closedAccounts
      : undefined;
  const selection = useSelection(data?.debtors ?? NOBODY);
  // What is done with a selection is done to what they owe today.
  const isToday = shown.asAt === undefined;
  const [opened, setOpened] = useState<'mails' | 'write-offs'>();
  const close = () => setOpened(undefined);
  const isFiltered = countFilters(shown) > 0;
  const hasCards = useBreakpointValue({ base: true, xl: false }, { ssr: false });

  return (
    <Stack gap={{ base: '2', md: '3' }}>
      <PageNumbers />
      <Sums filters={shown} />
      <DebtorTools shown={shown} rows={data && data.total + (closedAccounts ? 1 : 0)} onChange={onChange}>
        {hasCards && isToday && data && data.debtors.length > 0 && (
          <SelectAll debtors={data.debtors} selection={selection} />
        )}
      </DebtorTools>
      <PagedList
        read={read}
        items={data && [...data.debtors, ...(closedAccounts ? [{ closedAccounts }] : [])]}
        shown={data}
        icon={HandCoins}
        pages={(total) => (
          <Pagination
            rowsName="debtors"
            page={page}
            limit={limit}
            total={total}
            onLimitChange={onLimitChange}
          />
        )}
        failed="The debtors could not be read"
        below={
          isToday &&
          selection.debtors.length > 0 && (
            <SelectionBar debtors={selection.debtors} onClear={selection.clear}>
              <Button size="sm" variant="outline" onClick={() => setOpened('write-offs')}>
                <BookMinus aria-hidden /> Write off…
              </Button>
              <Button size="sm" onClick={() => setOpened('mails')}>
                <Mail aria-hidden /> Mail statements…
              </Button>
            </SelectionBar>
          )
        }
        waiting={
          <SkeletonList
            label="Loading debtors"
            count={5}
            cardHeight="7.5rem"
            rowHeight="3.5rem"
            rowsFrom="xl"
          />
        }
        empty={
          isFiltered ? (
            <EmptyNote
              icon={SearchX}
              title="No debtor found"
              action={<ClearFilters onClear={() => onChange(NO_FILTERS)} />}
            >
              Nobody who owes matches these filters.
            </EmptyNote>
          ) : (
            <EmptyNote
              icon={CircleCheck}
              title={shown.asAt ? 'Nobody owed anything' : 'Nobody owes anything'}
            >
              Clients with an open invoice or balance appear here.
            </EmptyNote>
          )
        }
      >
        {(items) =>
          data && (
            <Stack gap="2">
              <HStack justify="space-between" wrap="wrap" columnGap="3" rowGap="0">
                <Text textStyle="detail" role="status">
                  {`${countDebtors(data.total)}${wordFilters(shown)}, ${DEBTOR_SORTING.wordOrder(shown)}`}
                </Text>
                <AsOf at={dataUpdatedAt} />
              </HStack>
              <PrintedPart rowsName="debtors" page={data.page} limit={data.limit} total={data.total} />
              <DebtorTable
                items={items}
                debtors={data.debtors}
                day={shown.asAt}
                order={shown}
                selection={isToday ? selection : undefined}
              />
            </Stack>
          )
        }
      </PagedList>
      {opened === 'mails' && (
        <StatementMailsDialog debtors={selection.debtors} onMailed={selection.clear} onClose={close} />
      )}
      {opened === 'write-offs' && (
        <WriteOffsDialog debtors={selection.debtors} onWritten={selection.clear} onClose={close} />
      )}
    </Stack>
  );
};
