import { getRouteApi } from '@tanstack/react-router';
import { PAGE_SIZES } from '#shared/contract/limits.ts';
import { Debtors } from '../features/ledger/debtor-list.tsx';
import { debtorsOf, paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

/** The debtors of the page in the address. */
export const AdminDebtors = () => {
  const page = debtorsOf(paramsOf('debtors', route.useSearch()));
  const changeAddress = useAddress<OfSection<'debtors'>>();

  return (
    <Debtors
      page={page}
      onChange={(chosen) => changeAddress({ ...chosen, page: undefined }, { replace: true })}
      onLimitChange={(size) =>
        changeAddress(
          { limit: size === PAGE_SIZES[0] ? undefined : size, page: undefined },
          { replace: true },
        )
      }
    />
  );
};
