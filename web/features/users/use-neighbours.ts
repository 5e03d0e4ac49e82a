import { useQuery } from '@tanstack/react-query';
import type { UserListRow } from '#shared/contract/user-list.ts';
import { type UserListQuery, userListQuery } from './queries.ts';

interface Neighbour {
  userId: number;
  page: number;
}

export interface Neighbours {
  /** The user's row, which names the record before it is read. */
  row: UserListRow;
  /** The place in the whole list, from 1. */
  position: number;
  total: number;
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

/** Reads a page of the list; undefined until that page has arrived, even while the one before it is still shown. */
const useListPage = (query: UserListQuery | undefined) => {
  const { data, isPlaceholderData } = useQuery({
    ...userListQuery(query ?? {}),
    enabled: query !== undefined,
  });

  return isPlaceholderData ? undefined : data;
};

/**
 * Finds the users before and after this one in the list under the dialog. At an edge of the page it reads the page
 * beyond. Undefined without a list, and if the user is not on the shown page of it.
 */
export const useNeighbours = (
  query: (UserListQuery & { page: number; limit: number }) | undefined,
  userId: number,
): Neighbours | undefined => {
  const list = useListPage(query);
  const index = list?.users.findIndex(({ User_Id }) => User_Id === userId) ?? -1;
  const { page = 1, limit = 1 } = query ?? {};
  const position = (page - 1) * limit + index + 1;
  const isFirst = index === 0 && page > 1;
  const isLast = list !== undefined && index === list.users.length - 1 && position < list.total;
  const before = useListPage(query && isFirst ? { ...query, page: page - 1 } : undefined);
  const after = useListPage(query && isLast ? { ...query, page: page + 1 } : undefined);
  const row = list?.users[index];
  if (!list || !row) {
    return undefined;
  }

  const place = (user: UserListRow | undefined, ofPage: number): Neighbour | undefined =>
    user && { userId: user.User_Id, page: ofPage };

  return {
    row,
    position,
    total: list.total,
    previous: isFirst ? place(before?.users.at(-1), page - 1) : place(list.users[index - 1], page),
    next: isLast ? place(after?.users[0], page + 1) : place(list.users[index + 1], page),
  };
};
