import { useQuery } from '@tanstack/react-query';
import { nameOfClient, personOf } from '#shared/text/client-name.ts';
import type { ListPage } from '../../lib/address/neighbours.ts';
import { type DebtorPage, debtorListQuery } from './queries.ts';

/** Reads a page of the debtors; undefined until that page has arrived, even while the one before it is still shown. */
export const useDebtorPage = (page: DebtorPage | undefined): ListPage | undefined => {
  const { data, isPlaceholderData } = useQuery({
    ...debtorListQuery(page ?? { page: 1, limit: 30 }),
    enabled: page !== undefined,
  });
  if (!data || isPlaceholderData) {
    return undefined;
  }

  return {
    total: data.total,
    clients: data.debtors.map((debtor) => ({
      ...debtor,
      name: nameOfClient(debtor),
      person: personOf(debtor),
    })),
  };
};
