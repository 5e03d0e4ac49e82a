import type { QueryClient } from '@tanstack/react-query';
import type { OwnUser } from '#shared/contract/auth.ts';
import { countFiguresQuery, moneyFiguresQuery } from '../features/figures/queries.ts';
import { invoiceListQuery } from '../features/invoices/invoice-list-query.ts';
import { adminStatsQuery, userListQuery } from '../features/users/queries.ts';
import { debtQuery } from '../lib/reads/debt-query.ts';
import { listOf, paramsOf } from './admin/admin-address.ts';
import type { AdminSearch } from './admin/admin-search.ts';
import type { ClientSearch } from './client/client-search.ts';

/*
 * The loaders of the first screens. The first script has asked for the answers; a loader takes them while React hydrates
 * the page, so that the page shows them as soon as it knows its user. The first screens read them by `useFirstRead`.
 */

interface Loaded<Search> {
  context: { queryClient: QueryClient; user?: OwnUser | undefined };
  deps: Search;
}

export const readOfClient = ({
  context: { queryClient, user },
  deps: { section },
}: Loaded<ClientSearch>): void => {
  if (!user || (section !== undefined && section !== 'invoices')) {
    return;
  }

  void queryClient.prefetchQuery(debtQuery(user.User_Id));
  if (section === 'invoices') {
    void queryClient.prefetchQuery(invoiceListQuery(user.User_Id));
  }
};

export const readOfAdmin = ({ context: { queryClient, user }, deps }: Loaded<AdminSearch>): void => {
  if (!user) {
    return;
  }

  if (deps.section === 'users') {
    void queryClient.prefetchQuery(userListQuery(listOf(paramsOf('users', deps))));
  }
  if (deps.section === undefined) {
    void queryClient.prefetchQuery(countFiguresQuery);
    void queryClient.prefetchQuery(moneyFiguresQuery);
    void queryClient.prefetchQuery(adminStatsQuery);
  }
};
