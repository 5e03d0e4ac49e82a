import { getRouteApi } from '@tanstack/react-router';
import { VatReport } from '../features/vat/vat-report.tsx';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

/** The VAT report that the address names. */
export const AdminVat = () => {
  const { vatPeriod, vatNumber, vatRow } = paramsOf('bookkeeping', route.useSearch());
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();

  return (
    <VatReport
      period={vatPeriod}
      vatNumber={vatNumber}
      row={vatRow}
      onChange={({ period = vatPeriod, vatNumber: number }) =>
        changeAddress({ vatPeriod: period, vatNumber: number }, { replace: true })
      }
    />
  );
};
