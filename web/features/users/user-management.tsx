import { Stack, VisuallyHidden } from '@chakra-ui/react';
import { SearchX, Users } from 'lucide-react';
import { useMemo } from 'react';
import type { UserListFilters } from '#shared/contract/user-list.ts';
import { formatCount } from '#shared/numbers.ts';
import { ClearFilters } from '../../components/list/clear-filters.tsx';
import { EmptyNote } from '../../components/list/empty-note.tsx';
import { PagedList } from '../../components/list/paged-list.tsx';
import { type PageSize, Pagination } from '../../components/list/pagination.tsx';
import { useFirstRead } from '../../lib/use-first-read.ts';
import { userListQuery } from './queries.ts';
import { UserCounts } from './user-counts.tsx';
import { hasFilters, UserFilters } from './user-filters.tsx';
import { UserListSkeleton } from './user-list-skeleton.tsx';
import type { UserSort } from './user-sort.ts';
import { UserTable } from './user-table.tsx';

interface UserManagementProps {
  filters: UserListFilters;
  page: number;
  limit: PageSize;
  sort: UserSort['sort'];
  order: UserSort['order'];
  onFiltersChange: (filters: UserListFilters) => void;
  onSortChange: (sort: Partial<UserSort>) => void;
  onLimitChange: (limit: PageSize) => void;
}

const UNKNOWN = '–';
const UNKNOWN_COUNTS = { total: UNKNOWN, active: UNKNOWN, admins: UNKNOWN, filtered: UNKNOWN };

/** The users that match the filters, a page at a time; the caller holds the state of the list. */
export const UserManagement = ({
  filters,
  page,
  limit,
  sort,
  order,
  onFiltersChange,
  onSortChange,
  onLimitChange,
}: UserManagementProps) => {
  const shownSort = useMemo(() => ({ sort, order }), [sort, order]);
  const read = useFirstRead(userListQuery({ ...filters, page, limit, sort, order }));
  const { data, error, isPlaceholderData } = read;
  const clearFilters = () => onFiltersChange({});

  return (
    <Stack gap={{ base: '3', md: '4' }}>
      <UserCounts counts={data?.counts ?? (error ? UNKNOWN_COUNTS : undefined)} filters={filters} />
      <UserFilters
        filters={filters}
        sort={shownSort}
        total={data ? data.total : error ? null : undefined}
        onChange={onFiltersChange}
        onSort={onSortChange}
      />
      <VisuallyHidden aria-live="polite">
        {data && !isPlaceholderData && `${formatCount(data.total)} users match the filters`}
      </VisuallyHidden>

      <PagedList
        read={read}
        items={data?.users}
        shown={data}
        icon={Users}
        pages={(total) => (
          <Pagination
            rowsName="Users"
            page={page}
            limit={limit}
            total={total}
            onLimitChange={onLimitChange}
          />
        )}
        failed="Failed to fetch users"
        waiting={<UserListSkeleton sort={shownSort} />}
        empty={
          <EmptyNote
            icon={SearchX}
            title="No users found"
            action={hasFilters(filters) && <ClearFilters onClear={clearFilters} />}
          >
            {hasFilters(filters)
              ? 'Nobody matches these filters.'
              : 'Accounts appear here once people register.'}
          </EmptyNote>
        }
      >
        {(users) => <UserTable users={users} sort={shownSort} />}
      </PagedList>
    </Stack>
  );
};
