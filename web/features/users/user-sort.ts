import type { UserListQuery } from '#shared/contract/user-list.ts';
import { makeSorting } from '../../components/list/sorting.tsx';

export type UserSort = Pick<UserListQuery, 'sort' | 'order'>;

export const NEWEST_FIRST: UserSort = { sort: 'joined', order: 'desc' };

export const USER_SORTING = makeSorting<UserSort['sort']>({
  words: {
    joined: { desc: 'newest first', asc: 'oldest first' },
    name: { asc: 'A to Z', desc: 'Z to A' },
    owed: { desc: 'most owed first', asc: 'least owed first' },
    services: { desc: 'most services first', asc: 'fewest services first' },
  },
  usualOf: (sort) => (sort === 'name' ? 'asc' : 'desc'),
  told: 'joined',
  toAddress: ({ sort, direction }) => {
    const isDefault = sort === NEWEST_FIRST.sort && direction === NEWEST_FIRST.order;

    return isDefault ? { sort: undefined, order: undefined } : { sort, order: direction };
  },
  onPhone: [
    { sort: 'joined' },
    { sort: 'joined', direction: 'asc' },
    { sort: 'name' },
    { sort: 'name', direction: 'desc' },
    { sort: 'owed' },
    { sort: 'services' },
  ],
});
