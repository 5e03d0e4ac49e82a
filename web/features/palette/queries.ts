import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** Unused answers expire soon, because others may have changed the records. */
const KEPT_UNUSED_MS = 30_000;

/** Invoices, services and tickets; earlier results stay until the next have arrived. */
export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => api.palette.search({ query: { q }, signal }),
    gcTime: KEPT_UNUSED_MS,
    placeholderData: keepPreviousData,
  });
