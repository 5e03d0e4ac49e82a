import { Box, Button, SimpleGrid, Stack, VisuallyHidden } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { SearchX, Users } from 'lucide-react';
import { useDeferredValue } from 'react';
import type { UserListFilters } from '#shared/contract/users.ts';
import { formatCount } from '#shared/numbers.ts';
import { ClearFilters } from '../../components/clear-filters.tsx';
import { EmptyNote } from '../../components/empty-note.tsx';
import { LoadError } from '../../components/load-error.tsx';
import { type PageSize, Pagination } from '../../components/pagination.tsx';
import { SkeletonList } from '../../components/skeleton-list.tsx';
import { StatCard } from '../../components/stat-card.tsx';
import { userListQuery } from './api/list-users.ts';
import { hasFilters, UserFilters } from './user-filters.tsx';
import { UserTable } from './user-table.tsx';

interface UserManagementProps {
  filters: UserListFilters;
  page: number;
  limit: PageSize;
  onFiltersChange: (filters: UserListFilters) => void;
  onLimitChange: (limit: PageSize) => void;
}

const UNKNOWN = '–';
const UNKNOWN_COUNTS = { total: UNKNOWN, active: UNKNOWN, admins: UNKNOWN, filtered: UNKNOWN };

const SummaryCards = ({
  counts,
}: {
  counts: Record<'total' | 'active' | 'admins' | 'filtered', number | string> | undefined;
}) => (
  <SimpleGrid columns={{ base: 2, lg: 4 }} gap="3">
    <StatCard label="Total" value={counts?.total} />
    <StatCard label="Active" value={counts?.active} />
    <StatCard label="Admins" value={counts?.admins} />
    <StatCard label="Filtered" value={counts?.filtered} />
  </SimpleGrid>
);

/** The users that match the filters, a page at a time; the caller holds the state of the list. */
export const UserManagement = ({
  filters,
  page,
  limit,
  onFiltersChange,
  onLimitChange,
}: UserManagementProps) => {
  const query = useQuery(userListQuery({ ...filters, page, limit }));
  const { error, isPlaceholderData, refetch } = query;
  // A hundred rows are rendered in slices, so that typing stays responsive meanwhile.
  const data = useDeferredValue(query.data);
  const clearFilters = () => onFiltersChange({});

  return (
    <Stack gap="4">
      <SummaryCards counts={data?.counts ?? (error ? UNKNOWN_COUNTS : undefined)} />
      <UserFilters filters={filters} onChange={onFiltersChange} />
      <VisuallyHidden aria-live="polite">
        {data && !isPlaceholderData && `${formatCount(data.total)} users match the filters`}
      </VisuallyHidden>

      {error && <LoadError title="Failed to fetch users" error={error} onRetry={refetch} />}
      {!data && !error && (
        <SkeletonList label="Loading users" count={8} cardHeight="8.125rem" rowHeight="3.3125rem" />
      )}

      {data && data.users.length > 0 && (
        <Box
          aria-busy={isPlaceholderData}
          opacity={isPlaceholderData ? 0.6 : 1}
          transition="opacity 0.15s 0.2s"
        >
          <UserTable users={data.users} />
        </Box>
      )}
      {data && data.total > 0 && data.users.length === 0 && (
        <EmptyNote
          icon={Users}
          title={`There is no page ${formatCount(page)}`}
          action={
            <Button asChild size="sm" variant="outline">
              <Link from="/admin" to="/admin" search={(shown) => ({ ...shown, page: undefined })}>
                Go to the first page
              </Link>
            </Button>
          }
        />
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
        <EmptyNote
          icon={SearchX}
          title="No users found"
          action={hasFilters(filters) && <ClearFilters onClear={clearFilters} />}
        >
          {hasFilters(filters)
            ? 'Nobody matches these filters.'
            : 'Accounts appear here once people register.'}
        </EmptyNote>
      )}
    </Stack>
  );
};
