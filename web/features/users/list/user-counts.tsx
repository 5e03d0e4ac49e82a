import { chakra, SimpleGrid, Skeleton } from '@chakra-ui/react';
import { Link } from '@tanstack/react-router';
import type { UserList, UserListFilters } from '#shared/contract/users/user-list.ts';
import { formatCount } from '#shared/numbers.ts';

const Card = chakra('div', {
  base: {
    display: 'flex',
    flexDirection: { base: 'column', md: 'row' },
    alignItems: { md: 'center' },
    justifyContent: { base: 'center', md: 'space-between' },
    minWidth: '0',
    height: '3.5rem',
    paddingInline: { base: '2.5', md: '4' },
    bg: 'bg.panel',
    borderWidth: '1px',
    borderRadius: 'l3',
    shadow: 'xs',
    textStyle: { base: 'xs', md: 'sm' },
    color: 'fg.muted',
    '&:is(a):hover': { borderColor: 'border.emphasized', color: 'fg' },
    '&:is(a):focus-visible': { outline: '2px solid', outlineColor: 'brand.focusRing' },
    '&[data-current]': { borderColor: 'brand.solid', color: 'brand.fg' },
    '& strong': { fontSize: { base: 'md', md: 'xl' }, lineHeight: '1.25', color: 'fg' },
  },
});

/** The part of the address without a filter, at the first page. */
export const NO_FILTERS = {
  search: undefined,
  role: undefined,
  status: undefined,
  only: undefined,
  mail: undefined,
  page: undefined,
} satisfies Record<keyof UserListFilters | 'page', undefined>;

type Count = keyof UserList['counts'];

const CARDS: readonly { count: Count; label: string; sets?: UserListFilters }[] = [
  { count: 'total', label: 'Total', sets: {} },
  { count: 'active', label: 'Active', sets: { status: 'active' } },
  { count: 'admins', label: 'Admins', sets: { role: 'admin' } },
  { count: 'filtered', label: 'Filtered' },
];

const isSetBy = (sets: UserListFilters, { search, role, status, only, mail }: UserListFilters) =>
  !search && !only && !mail && role === sets.role && status === sets.status;

interface UserCountsProps {
  counts: Record<Count, number | string> | undefined;
  filters: UserListFilters;
}

/** The counts over the list; each but the last is the link that filters the list to what it counts. */
export const UserCounts = ({ counts, filters }: UserCountsProps) => (
  <SimpleGrid columns={4} gap={{ base: '1.5', md: '3' }}>
    {CARDS.map(({ count, label, sets }) => {
      const value = counts?.[count];
      const content = (
        <>
          <span>{label}</span>
          {value === undefined ? (
            <Skeleton height="5" width="10" css={{ animationDelay: '200ms' }} />
          ) : (
            <strong>{typeof value === 'number' ? formatCount(value) : value}</strong>
          )}
        </>
      );

      return sets ? (
        <Card key={count} asChild>
          <Link
            from="/admin"
            to="/admin"
            search={(shown) => ({ ...shown, ...NO_FILTERS, ...sets })}
            activeOptions={{ exact: true, includeSearch: true }}
            data-current={isSetBy(sets, filters) ? '' : undefined}
          >
            {content}
          </Link>
        </Card>
      ) : (
        <Card key={count}>{content}</Card>
      );
    })}
  </SimpleGrid>
);
