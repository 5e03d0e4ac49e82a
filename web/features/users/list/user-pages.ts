import { useQuery } from '@tanstack/react-query';
import type { ListPage } from '../../../lib/address/neighbours.ts';
import { clientName, personBeside } from '../../../lib/words/full-name.ts';
import { type UserListQuery, userListQuery } from '../queries.ts';

/** Reads a page of the list; undefined until that page has arrived, even while the one before it is still shown. */
export const useUserPage = (query: UserListQuery | undefined): ListPage | undefined => {
  const { data, isPlaceholderData } = useQuery({
    ...userListQuery(query ?? {}),
    enabled: query !== undefined,
  });
  if (!data || isPlaceholderData) {
    return undefined;
  }

  return {
    total: data.total,
    clients: data.users.map((user) => ({
      userId: user.User_Id,
      name: clientName(user),
      person: personBeside(user),
      OWNumber: user.OWNumber,
      account: user,
    })),
  };
};
