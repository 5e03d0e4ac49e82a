import { useState } from 'react';
import type { PAGE_SIZES } from '#shared/contract/limits.ts';
import type { UserListRow } from '#shared/contract/users/user-list.ts';

/** A client as lists name them. Not every list knows the role and the status. */
export interface ListedClient {
  userId: number;
  /** The organisation, or without one the person. */
  name: string;
  /** The person of an organisation. */
  person?: string | undefined;
  OWNumber: string;
  account?: Pick<UserListRow, 'User_Status' | 'user_role'>;
}

/** A page of a list of clients, and the number of clients on all its pages. */
export interface ListPage {
  clients: readonly ListedClient[];
  total: number;
}

export interface Place {
  page: number;
  limit: (typeof PAGE_SIZES)[number];
}

export interface Neighbour {
  userId: number;
  page: number;
}

export interface Neighbours {
  /** What the list says about the client, before the record is read. */
  client: ListedClient;
  /** The place in the whole list, from 1; undefined for a client who was in the list and no longer is. */
  position: number | undefined;
  total: number;
  previous: Neighbour | undefined;
  next: Neighbour | undefined;
}

/**
 * Returns where a client is on the shown page. Who leaves the list while their record is open, because they have paid,
 * leaves a gap: the one behind them has moved to their place.
 */
const usePlaceOnPage = (list: ListPage | undefined, userId: number) => {
  const [seen, setSeen] = useState<{ client: ListedClient; index: number }>();
  const index = list?.clients.findIndex((one) => one.userId === userId) ?? -1;
  const client = list?.clients[index];
  if (client && (seen?.client.userId !== userId || seen.index !== index)) {
    setSeen({ client, index });
  }
  if (client) {
    return { client, index, after: index + 1, isListed: true };
  }

  return seen?.client.userId === userId && list
    ? { client: seen.client, index: seen.index, after: seen.index, isListed: false }
    : undefined;
};

/**
 * Finds the clients before and after this one in the list under the record. `useListPage` reads a page of that list; at
 * an edge of the shown page the page beyond is read. Undefined without a list, and if the client was never on the shown
 * page of it.
 */
export const useNeighbours = <Shown extends Place>(
  shown: Shown | undefined,
  userId: number,
  useListPage: (shown: Shown | undefined) => ListPage | undefined,
): Neighbours | undefined => {
  const { page = 1, limit = 1 } = shown ?? {};
  const list = useListPage(shown);
  const place = usePlaceOnPage(list, userId);
  const start = (page - 1) * limit;
  const isFirst = place?.index === 0 && page > 1;
  const isLast =
    list !== undefined && place?.after === list.clients.length && start + place.after < list.total;
  const before = useListPage(shown && isFirst ? { ...shown, page: page - 1 } : undefined);
  const after = useListPage(shown && isLast ? { ...shown, page: page + 1 } : undefined);
  if (!list || !place) {
    return undefined;
  }

  const at = (client: ListedClient | undefined, ofPage: number): Neighbour | undefined =>
    client && { userId: client.userId, page: ofPage };

  return {
    client: place.client,
    position: place.isListed ? start + place.index + 1 : undefined,
    total: list.total,
    previous: isFirst ? at(before?.clients.at(-1), page - 1) : at(list.clients[place.index - 1], page),
    next: isLast ? at(after?.clients[0], page + 1) : at(list.clients[place.after], page),
  };
};
