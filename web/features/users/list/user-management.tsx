import { Box, Card, Stack, VisuallyHidden } from '@chakra-ui/react';
import { SearchX, UsersRound } from 'lucide-react';
import { useMemo } from 'react';
import type { UserListFilters } from '#shared/contract/users/user-list.ts';
import { formatCount } from '#shared/numbers.ts';
import { ClearFilters } from '../../../components/list/clear-filters.tsx';
import { EmptyNote } from '../../../components/list/empty-note.tsx';
import { type PageSize, Pagination } from '../../../components/list/pagination.tsx';
import { LoadError } from '../../../components/loading/load-error.tsx';
import { MissingPage } from '../../../components/shell/missing-page.tsx';
import { useFirstRead } from '../../../lib/reads/use-first-read.ts';
import { userListQuery } from '../queries.ts';
import { UserCounts } from './user-counts.tsx';
import { hasFilters, UserFilters } from './user-filters.tsx';
import { UserListSkeleton } from './user-list-skeleton.tsx';
import type { addressOfSort, UserSort } from './user-sort.tsx';
import { UserTable } from './user-table.tsx';

interface UserManagementProps {
  filters: UserListFilters;
  page: number;
  limit: PageSize;
  sort: UserSort['sort'];
  order: UserSort['order'];
  onFiltersChange: (filters: UserListFilters) => void;
  onSortChange: (sort: ReturnType<typeof addressOfSort>) => void;
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
  const { data, error, isPlaceholderData, refetch } = useFirstRead(
    userListQuery({ ...filters, page, limit, sort, order }),
  );
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

      {error && <LoadError title="Failed to fetch users" error={error} onRetry={refetch} />}
      {!data && !error && <UserListSkeleton sort={shownSort} />}

      {data && data.users.length > 0 && (
        <Box
          aria-busy={isPlaceholderData}
          opacity={isPlaceholderData ? 0.6 : 1}
          transition="opacity 0.15s 0.2s"
        >
          <UserTable users={data.users} sort={shownSort} />
        </Box>
      )}
      {data && data.total > 0 && data.users.length === 0 && (
        <MissingPage icon={UsersRound} page={data.page} />
      )}
      {data && data.total > 0 && (
        <Pagination
          rowsName="Users"
          page={page}
          limit={limit}
          total={data.total}
          onLimitChange={onLimitChange}
        />
      )}

      {data?.total === 0 && (
        <Card.Root variant="outline">
          <EmptyNote
            icon={SearchX}
            title="No users found"
            action={hasFilters(filters) && <ClearFilters onClear={clearFilters} />}
          >
            {hasFilters(filters)
              ? 'Nobody matches these filters.'
              : 'Accounts appear here once people register.'}
          </EmptyNote>
        </Card.Root>
      )}
    </Stack>
  );
};
