import { getRouteApi } from '@tanstack/react-router';
import { DOCUMENT_ROWS } from '#shared/books/vat-rows.ts';
import { VatReport } from '../../features/books/vat-view.tsx';
import { readMonth } from '../../lib/address/search-params.ts';
import { paramsOf, useAddress } from './admin-address.ts';
import type { OfSection } from './admin-search.ts';

const route = getRouteApi('/admin');

/** The VAT report that the address names. */
export const AdminVat = () => {
  const { vatPeriod, vatNumber, vatRow } = paramsOf('bookkeeping', route.useSearch());
  const shown = readMonth(vatPeriod);
  const changeAddress = useAddress<OfSection<'bookkeeping'>>();

  return (
    <VatReport
      period={shown}
      vatNumber={vatNumber}
      row={DOCUMENT_ROWS.find((row) => row === vatRow)}
      onChange={({ period = shown, vatNumber: number }) =>
        changeAddress({ vatPeriod: period, vatNumber: number }, { replace: true })
      }
    />
  );
};
