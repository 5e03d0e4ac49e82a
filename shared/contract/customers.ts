import * as z from 'zod';
import { id, text, whenMissing } from './fields.ts';
import { SEARCH_LENGTH_MAX, SEARCH_LENGTH_MIN } from './limits.ts';
import { defineRoutes } from './route.ts';

export const SEARCH_RESULTS_MAX = 20;

const SEARCH_TOO_SHORT = `Search needs at least ${SEARCH_LENGTH_MIN} characters`;

/** The text of a search. */
export const searchText = text(SEARCH_LENGTH_MAX, whenMissing(SEARCH_TOO_SHORT)).refine(
  (query) => query.length >= SEARCH_LENGTH_MIN,
  SEARCH_TOO_SHORT,
);

export const customerResult = z.object({
  id,
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  owNumber: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  customerStatus: z.enum(['Active', 'Inactive']).nullable(),
});
export type CustomerResult = z.infer<typeof customerResult>;

export const customers = defineRoutes('customers', {
  search: {
    method: 'GET',
    path: '/api/search',
    summary: 'Customers by any of their data: all for an admin, only their own record for a client',
    access: 'signed-in',
    uses: ['database'],
    readsBesideCheck: true,
    query: z.object({ q: searchText }),
    response: z.array(customerResult),
  },
});
