import { getRouteApi } from '@tanstack/react-router';
import { LEDGER_DAYS_MAX, PAGE_SIZES } from '#shared/contract/limits.ts';
import { DebtorsSkeleton } from '../components/loading/debtors-skeleton.tsx';
import { lazyPart } from '../components/loading/lazy-part.tsx';
import { SkeletonRows } from '../components/loading/skeleton-rows.tsx';
import { PageHeader } from '../components/shell/page-header.tsx';
import { NO_FILTERS } from '../features/users/user-counts.tsx';
import { UserManagement } from '../features/users/user-management.tsx';
import { rememberPageSize } from '../lib/page-size.ts';
import { lastMonth, type Period, readPeriod } from '../lib/periods.ts';
import { useUserIfKnown } from '../lib/session.ts';
import { AccountSkeleton } from './account-skeleton.tsx';
import { debtorsOf, listOf, paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const PausedMailNote = lazyPart(() => import('../features/figures/paused-mail-note.tsx'), 'PausedMailNote', {
  waiting: null,
});
const BackgroundJobs = lazyPart(() => import('../features/jobs/background-jobs.tsx'), 'BackgroundJobs', {
  waiting: <SkeletonRows label="Loading jobs" rows={5} height="12" />,
});

const Debtors = lazyPart(() => import('../features/ledger/debtor-list.tsx'), 'Debtors', {
  waiting: <DebtorsSkeleton />,
});
const Bookkeeping = lazyPart(() => import('../features/ledger/bookkeeping.tsx'), 'Bookkeeping', {
  waiting: <SkeletonRows label="Loading the totals" rows={8} height="9" />,
});
const AdminStatement = lazyPart(() => import('./admin-statement.tsx'), 'AdminStatement', {
  waiting: <SkeletonRows label="Loading the statement" rows={8} height="10" />,
});

const ACCOUNT_SKELETON = <AccountSkeleton label="Loading your account" />;
const AdminAccount = lazyPart(() => import('./admin-account.tsx'), 'AdminAccount', {
  waiting: ACCOUNT_SKELETON,
});

const route = getRouteApi('/admin');

const Users = () => {
  const { page, limit, sort, order, ...filters } = listOf(paramsOf('users', route.useSearch()));
  const changeAddress = useAddress<OfSection<'users'>>();

  return (
    <>
      <PageHeader title="User Management" description="Clients and administrators of the portal." />
      <UserManagement
        filters={filters}
        page={page}
        limit={limit}
        sort={sort}
        order={order}
        onFiltersChange={(chosen) => changeAddress({ ...NO_FILTERS, ...chosen }, { replace: true })}
        onSortChange={(chosen) => changeAddress(chosen, { replace: true })}
        onLimitChange={(size) => {
          rememberPageSize(size);
          changeAddress(
            { limit: size === PAGE_SIZES[0] ? undefined : size, page: undefined },
            { replace: true },
          );
        }}
      />
    </>
  );
};

const Jobs = () => {
  const { state = 'failed' } = paramsOf('jobs', route.useSearch());
  const changeAddress = useAddress<OfSection<'jobs'>>();

  return (
    <>
      <PageHeader
        title="Background Jobs"
        description="What the portal does behind its answers, such as making the PDF of an invoice."
      />
      <PausedMailNote />
      <BackgroundJobs
        state={state}
        onStateChange={(chosen) =>
          changeAddress({ state: chosen === 'failed' ? undefined : chosen }, { replace: true })
        }
      />
    </>
  );
};

const Account = () => {
  const user = useUserIfKnown();

  return (
    <>
      <PageHeader title="My account" description="How you sign in, and what we mail you." />
      {user ? <AdminAccount user={user} /> : ACCOUNT_SKELETON}
    </>
  );
};

/** The part of an address that is a period, and a function that changes it. */
const usePeriod = (section: 'bookkeeping' | 'statement', usual?: (now: Date) => Period) => {
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();

  return {
    period: readPeriod(paramsOf(section, route.useSearch()), new Date(), usual),
    onPeriodChange: (chosen: Period) => changeAddress(chosen, { replace: true }),
  };
};

const DebtorsPage = () => {
  const page = debtorsOf(paramsOf('debtors', route.useSearch()));
  const changeAddress = useAddress<OfSection<'debtors'>>();

  return (
    <>
      <PageHeader title="Debtors" description="Clients who owe, by the days since it was due." />
      <Debtors
        page={page}
        onChange={(chosen) => changeAddress({ ...chosen, page: undefined }, { replace: true })}
        onLimitChange={(size) =>
          changeAddress(
            { limit: size === PAGE_SIZES[0] ? undefined : size, page: undefined },
            { replace: true },
          )
        }
      />
    </>
  );
};

const BookkeepingPage = () => (
  <>
    <PageHeader
      title="Bookkeeping"
      description={`The totals of a period, and its entries as a file of at most ${LEDGER_DAYS_MAX} days.`}
    />
    <Bookkeeping {...usePeriod('bookkeeping', lastMonth)} />
  </>
);

const StatementPage = () => {
  const { of: userId } = paramsOf('statement', route.useSearch());
  const period = usePeriod('statement');

  return userId && <AdminStatement key={userId} userId={userId} {...period} />;
};

/** The pages of the panel by their name in the address; without one it is the dashboard. */
export const SECTIONS = {
  users: Users,
  debtors: DebtorsPage,
  bookkeeping: BookkeepingPage,
  statement: StatementPage,
  jobs: Jobs,
  account: Account,
};

/** The sections whose code is loaded when they are shown. */
export const SECTION_PARTS = {
  'section=debtors': Debtors,
  'section=bookkeeping': Bookkeeping,
  'section=statement': AdminStatement,
  'section=jobs': BackgroundJobs,
  'section=account': AdminAccount,
};
