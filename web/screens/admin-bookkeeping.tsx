import { getRouteApi } from '@tanstack/react-router';
import { Bookkeeping } from '../features/ledger/bookkeeping.tsx';
import { lastMonth, type Period, readPeriod } from '../lib/periods.ts';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

/** The books of the period in the address. */
export const AdminBookkeeping = () => {
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();

  return (
    <Bookkeeping
      period={readPeriod(paramsOf('bookkeeping', route.useSearch()), new Date(), lastMonth)}
      onPeriodChange={(chosen: Period) => changeAddress(chosen, { replace: true })}
    />
  );
};
