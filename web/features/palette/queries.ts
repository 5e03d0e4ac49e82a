import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';

/** As long as the answer of the header search. */
const FRESH_MS = 30_000;

/** Invoices, services and tickets; earlier results stay until the next have arrived. */
export const paletteQuery = (q: string) =>
  queryOptions({
    queryKey: ['palette', q],
    queryFn: ({ signal }) => api.palette.search({ query: { q }, signal }),
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
