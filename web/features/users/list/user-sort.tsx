import { chakra, VisuallyHidden } from '@chakra-ui/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { UserListQuery } from '#shared/contract/users/user-list.ts';

export type UserSort = Pick<UserListQuery, 'sort' | 'order'>;

export const NEWEST_FIRST: UserSort = { sort: 'joined', order: 'desc' };

/** The orders in words, the usual one of each column first. */
export const SORTS: readonly (UserSort & { words: string })[] = [
  { ...NEWEST_FIRST, words: 'newest first' },
  { sort: 'joined', order: 'asc', words: 'oldest first' },
  { sort: 'name', order: 'asc', words: 'by person, A to Z' },
  { sort: 'name', order: 'desc', words: 'by person, Z to A' },
  { sort: 'owed', order: 'desc', words: 'most owed first' },
  { sort: 'owed', order: 'asc', words: 'least owed first' },
  { sort: 'services', order: 'desc', words: 'most services first' },
  { sort: 'services', order: 'asc', words: 'fewest services first' },
];

/** The parameters of the address for an order; the default has none. */
export const addressOfSort = ({ sort, order }: UserSort) => {
  const isDefault = sort === NEWEST_FIRST.sort && order === NEWEST_FIRST.order;

  return { sort: isDefault ? undefined : sort, order: isDefault ? undefined : order, page: undefined };
};

const HeaderLink = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    marginInline: '-1',
    paddingInline: '1',
    minHeight: '6',
    borderRadius: 'l1',
    whiteSpace: 'nowrap',
    _hover: { color: 'fg' },
    _focusVisible: { outline: '2px solid', outlineColor: 'brand.focusRing' },
    '& svg': { flexShrink: '0' },
  },
});

const sortedBy = (order: UserSort | undefined): LinkProps => ({
  to: '/admin',
  search: (address: object) => ({ ...address, ...(order && addressOfSort(order)) }),
});

interface SortHeaderProps {
  label: string;
  sort: UserListQuery['sort'];
  shown: UserSort;
  isEnd?: boolean;
}

/** The header of a column whose press sorts the list by it, and in the other direction when pressed again. */
export const SortHeader = ({ label, sort, shown, isEnd }: SortHeaderProps) => {
  const [usual, reverse] = SORTS.filter((one) => one.sort === sort);
  const current = shown.sort === sort ? shown.order : undefined;
  const next = current === usual?.order ? reverse : usual;
  const words = SORTS.find((one) => one.sort === sort && one.order === current)?.words;
  const Icon = current === undefined ? ChevronsUpDown : current === 'asc' ? ArrowUp : ArrowDown;

  return (
    <th
      scope="col"
      data-end={isEnd ? '' : undefined}
      aria-sort={current && (current === 'asc' ? 'ascending' : 'descending')}
    >
      <HeaderLink asChild>
        <Link {...sortedBy(next)} replace resetScroll={false} title={`Sort: ${next?.words}`}>
          {label}
          {words && (sort === 'joined' ? `, ${words}` : <VisuallyHidden>, {words}</VisuallyHidden>)}
          <Icon size={14} aria-hidden />
        </Link>
      </HeaderLink>
    </th>
  );
};
