import { getRouteApi } from '@tanstack/react-router';
import { LinkTabs } from '../components/list/link-tabs.tsx';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { SkeletonList } from '../components/loading/skeleton-list.tsx';
import type { Book } from '../features/ledger/books.ts';
import { ControlAccount } from '../features/ledger/control-account.tsx';
import { lastMonth, type Period, readPeriod } from '../lib/periods.ts';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const ClosedMonths = lazyPart(() => import('../features/closings/closed-months.tsx'), 'ClosedMonths', {
  waiting: <SkeletonList label="Loading the closed months" count={4} cardHeight="7.5rem" rowHeight="4rem" />,
});
const AdminVat = lazyPart(() => import('./admin-vat.tsx'), 'AdminVat', {
  waiting: <SkeletonList label="Loading the VAT report" count={4} cardHeight="9rem" rowHeight="3.5rem" />,
});

const route = getRouteApi('/admin');

const TABS: readonly [Book | undefined, string][] = [
  [undefined, 'Control account'],
  ['closings', 'Closed months'],
  ['vat', 'VAT report'],
];

/** The book that the address names: the control account of a period, the closed months or the VAT report. */
export const AdminBookkeeping = () => {
  const { book, ...days } = paramsOf('bookkeeping', route.useSearch());
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();

  return (
    <>
      <LinkTabs
        label="Books"
        tabs={TABS.map(([name, label]) => ({
          label,
          change: { book: name, vatRow: undefined },
          isCurrent: name === book,
        }))}
      />
      {book === undefined && (
        <ControlAccount
          period={readPeriod(days, new Date(), lastMonth)}
          onPeriodChange={(chosen: Period) => changeAddress(chosen, { replace: true })}
        />
      )}
      {book === 'closings' && <ClosedMonths />}
      {book === 'vat' && <AdminVat />}
    </>
  );
};
