import { Box, type BoxProps, HStack } from '@chakra-ui/react';
import { getRouteApi } from '@tanstack/react-router';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { dayAfter, nameDay } from '#shared/dates.ts';
import { DebtorsSkeleton } from '../../components/loading/debtors-skeleton.tsx';
import { lazyPart } from '../../components/loading/lazy-part.tsx';
import { SkeletonList } from '../../components/loading/skeleton-list.tsx';
import { SkeletonRows } from '../../components/loading/skeleton-rows.tsx';
import { PageHeader } from '../../components/shell/page-header.tsx';
import { NO_FILTERS } from '../../features/users/list/user-counts.tsx';
import { UserManagement } from '../../features/users/list/user-management.tsx';
import { rememberPageSize } from '../../lib/address/page-size.ts';
import { useUserIfKnown } from '../../lib/session/session.ts';
import { AccountSkeleton } from '../account-skeleton.tsx';
import { listOf, paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const PausedMailNote = lazyPart(
  () => import('../../features/figures/paused-mail-note.tsx'),
  'PausedMailNote',
  {
    waiting: null,
  },
);
const BackgroundJobs = lazyPart(() => import('../../features/jobs/background-jobs.tsx'), 'BackgroundJobs', {
  waiting: <SkeletonRows label="Loading jobs" rows={5} height="12" />,
});

const DebtorsLead = lazyPart(() => import('./debtors-lead.tsx'), 'DebtorsLead', {
  waiting: '\u00a0',
});
const AdminDebtors = lazyPart(() => import('./admin-debtors.tsx'), 'AdminDebtors', {
  waiting: <DebtorsSkeleton />,
});
const BookLead = lazyPart(() => import('../../features/books/book-lead.tsx'), 'BookLead', {
  waiting: '\u00a0',
});
const AdminBookkeeping = lazyPart(() => import('./admin-bookkeeping.tsx'), 'AdminBookkeeping', {
  waiting: <SkeletonRows label="Loading the totals" rows={8} height="9" />,
});
const AdminBank = lazyPart(() => import('./admin-bank.tsx'), 'AdminBank', {
  waiting: <SkeletonList label="Loading the bank's files" count={4} cardHeight="9rem" rowHeight="3.5rem" />,
});
const AdminBillingRun = lazyPart(() => import('./admin-billing-run.tsx'), 'AdminBillingRun', {
  waiting: <SkeletonRows label="Loading the billing runs" rows={5} height="12" />,
});
const AdminStatement = lazyPart(() => import('./admin-statement.tsx'), 'AdminStatement', {
  waiting: <SkeletonRows label="Loading the statement" rows={8} height="10" />,
});

const ACCOUNT_SKELETON = <AccountSkeleton label="Loading your account" />;
const AdminAccount = lazyPart(() => import('./admin-account.tsx'), 'AdminAccount', {
  waiting: ACCOUNT_SKELETON,
});

/** Says what a page is for. On a phone the list comes first. */
const Lead = (props: BoxProps) => <Box hideBelow="md" {...props} />;

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
      <PageHeader title="Background Jobs" description="What the portal does behind its answers." />
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

const DebtorsPage = () => {
  const { list, asAt = dayAfter(new Date(), 0) } = paramsOf('debtors', route.useSearch());
  const name = list ? 'Clients in credit' : 'Debtors';

  return (
    <>
      <HStack align="baseline">
        <PageHeader
          title={`${name} as at ${nameDay(asAt)}`}
          heading={
            <>
              {name}{' '}
              <Box as="span" textStyle="detail" fontWeight="normal" whiteSpace="nowrap">
                as at {nameDay(asAt)}
              </Box>
            </>
          }
          isClose
        />
        <Lead textStyle="detail">
          <DebtorsLead isCredit={Boolean(list)} />
        </Lead>
      </HStack>
      <AdminDebtors />
    </>
  );
};

const BookkeepingPage = () => {
  const { book } = paramsOf('bookkeeping', route.useSearch());

  return (
    <>
      <PageHeader
        title="Bookkeeping"
        description={
          <Lead>
            <BookLead book={book} />
          </Lead>
        }
      />
      <AdminBookkeeping />
    </>
  );
};

const BankPage = () => {
  const { view, file, line } = paramsOf('bank', route.useSearch());

  return (
    <>
      {view === 'unidentified' ? (
        <PageHeader
          title="Unidentified receipts"
          description="Money in the bank that nobody can place yet."
        />
      ) : (
        // An open file says its own name, and its lines need the height.
        <Box srOnly={Boolean(file || line)}>
          <PageHeader title="Bank" />
        </Box>
      )}
      <AdminBank />
    </>
  );
};

const BillingRunPage = () => {
  const { run } = paramsOf('billing-run', route.useSearch());

  return (
    <>
      {/* An open run says its month, and its lines need the height. */}
      <Box srOnly={Boolean(run)}>
        <PageHeader title="Billing run" />
      </Box>
      <AdminBillingRun />
    </>
  );
};

/** The pages of the panel by their name in the address; without one it is the dashboard. */
export const SECTIONS = {
  users: Users,
  debtors: DebtorsPage,
  bank: BankPage,
  'billing-run': BillingRunPage,
  bookkeeping: BookkeepingPage,
  statement: AdminStatement,
  jobs: Jobs,
  account: Account,
};

/** The sections whose code is loaded when they are shown. */
export const SECTION_PARTS = {
  'section=debtors': AdminDebtors,
  'section=bank': AdminBank,
  'section=billing-run': AdminBillingRun,
  'section=bookkeeping': AdminBookkeeping,
  'section=statement': AdminStatement,
  'section=jobs': BackgroundJobs,
  'section=account': AdminAccount,
};
