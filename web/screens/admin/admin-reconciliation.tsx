import { getRouteApi } from '@tanstack/react-router';
import { RECONCILIATION_LISTS } from '#shared/books/reconciliation-rows.ts';
import { monthAfter } from '#shared/dates.ts';
import { BankReconciliation } from '../../features/books/bank-reconciliation.tsx';
import { ReconciliationItems } from '../../features/books/reconciliation-items.tsx';
import { readMonth } from '../../lib/address/search-params.ts';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

/** The bank reconciliation of the month that the address names, by default the last one, or what a figure of it consists of. */
export const AdminReconciliation = () => {
  const { month: named, bankRow, bankAccount, page = 1 } = paramsOf('bookkeeping', route.useSearch());
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();
  const month = readMonth(named) ?? monthAfter(new Date(), -1);
  const row = RECONCILIATION_LISTS.find((one) => one === bankRow);

  return row ? (
    <ReconciliationItems month={month} row={row} account={bankAccount} page={page} />
  ) : (
    <BankReconciliation
      month={month}
      onMonthChange={(chosen) => changeAddress({ month: chosen }, { replace: true })}
    />
  );
};
