import { getRouteApi } from '@tanstack/react-router';
import { LinkTabs } from '../../components/list/link-tabs.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { ControlAccount } from '../../features/books/control-account.tsx';
import type { Book } from '../../lib/money/books.ts';
import { lastMonth, type Period, readPeriod } from '../../lib/money/periods.ts';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const BookEntries = lazyPart(() => import('../../features/books/book-entries.tsx'), 'BookEntries', {
  waiting: <SkeletonList label="Loading the entries" count={6} cardHeight="7.5rem" rowHeight="3.5rem" />,
});
const AdminReconciliation = lazyPart(() => import('./admin-reconciliation.tsx'), 'AdminReconciliation', {
  waiting: <SkeletonList label="Loading the reconciliation" count={4} cardHeight="9rem" rowHeight="3.5rem" />,
});
const ClosedMonths = lazyPart(
  () => import('../../features/books/closings/closed-months.tsx'),
  'ClosedMonths',
  {
    waiting: (
      <SkeletonList label="Loading the closed months" count={4} cardHeight="7.5rem" rowHeight="4rem" />
    ),
  },
);
const ClosedAges = lazyPart(() => import('../../features/books/closings/closed-ages.tsx'), 'ClosedAges', {
  waiting: <SkeletonList label="Loading the age analysis" count={6} cardHeight="7.5rem" rowHeight="3.5rem" />,
});
const AdminVat = lazyPart(() => import('./admin-vat.tsx'), 'AdminVat', {
  waiting: <SkeletonList label="Loading the VAT report" count={4} cardHeight="9rem" rowHeight="3.5rem" />,
});

const route = getRouteApi('/admin');

const TABS: readonly [Book | undefined, string][] = [
  [undefined, 'Control account'],
  ['bank', 'Bank reconciliation'],
  ['review', 'For review'],
  ['closings', 'Closed months'],
  ['vat', 'VAT report'],
];

/** The book that the address names: by default the control account of a period, or the entries behind one of its rows. */
export const AdminBookkeeping = () => {
  const { book, row, page = 1, closedAges, ...days } = paramsOf('bookkeeping', route.useSearch());
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();
  const ofPeriod = {
    period: readPeriod(days, new Date(), lastMonth),
    onPeriodChange: (chosen: Period) => changeAddress({ ...chosen, page: undefined }, { replace: true }),
  };
  const list = book === 'review' ? book : book === undefined ? row : undefined;

  return (
    <>
      <LinkTabs
        label="Books"
        tabs={TABS.map(([name, label]) => ({
          label,
          change: {
            book: name,
            row: undefined,
            page: undefined,
            vatRow: undefined,
            bankRow: undefined,
            bankAccount: undefined,
            closedAges: undefined,
          },
          isCurrent: name === book,
        }))}
      />
      {list && <BookEntries {...ofPeriod} list={list} page={page} />}
      {book === undefined && !row && <ControlAccount {...ofPeriod} />}
      {book === 'closings' && closedAges !== undefined && <ClosedAges closing={closedAges} page={page} />}
      {book === 'closings' && closedAges === undefined && <ClosedMonths />}
      {book === 'bank' && <AdminReconciliation />}
      {book === 'vat' && <AdminVat />}
    </>
  );
};
