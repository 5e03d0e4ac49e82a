import { getRouteApi } from '@tanstack/react-router';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { LinkTabs } from '../../components/list/link-tabs.tsx';
import type { PageSize } from '../../components/list/pagination.tsx';
import { DebtorsSkeleton } from '../../components/loading/debtors-skeleton.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { debtorsOf, paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const Debtors = lazyPart(() => import('../../features/debtors/debtor-list.tsx'), 'Debtors', {
  waiting: <DebtorsSkeleton />,
});
const CreditList = lazyPart(() => import('../../features/debtors/credit-list.tsx'), 'CreditList', {
  waiting: (
    <SkeletonList label="Loading clients in credit" count={5} cardHeight="5.5rem" rowHeight="3.5rem" />
  ),
});

const route = getRouteApi('/admin');

/** The clients who owe, or those in credit, as the address says. */
export const AdminDebtors = () => {
  const search = paramsOf('debtors', route.useSearch());
  const page = debtorsOf(search);
  const changeAddress = useAddress<OfSection<'debtors'>>();
  const change = (chosen: OfSection<'debtors'>) =>
    changeAddress({ ...chosen, page: undefined }, { replace: true });
  const onLimitChange = (size: PageSize) => change({ limit: size === PAGE_SIZES[0] ? undefined : size });

  return (
    <>
      <LinkTabs
        label="Lists"
        tabs={[
          {
            label: 'Debtors',
            change: { list: undefined, page: undefined },
            isCurrent: !search.list,
          },
          {
            label: 'Clients in credit',
            change: { list: 'credits', page: undefined },
            isCurrent: search.list === 'credits',
          },
        ]}
      />
      {search.list ? (
        <CreditList
          page={{ page: page.page, limit: page.limit, asAt: page.asAt }}
          onDayChange={(asAt) => change({ asAt })}
          onLimitChange={onLimitChange}
        />
      ) : (
        <Debtors page={page} onChange={change} onLimitChange={onLimitChange} />
      )}
    </>
  );
};
