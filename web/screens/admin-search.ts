import * as z from 'zod';
import { PAGE_SIZES, userListFilters } from '#shared/contract/users.ts';

const { search, role, status } = userListFilters.shape;

const userId = z.number().int().positive().optional().catch(undefined);

/** The state of the admin panel that stands in the address; what cannot be read is as if it were not there. */
export const adminSearch = z.object({
  section: z.enum(['users']).optional().catch(undefined),
  page: z.number().int().positive().optional().catch(undefined),
  limit: z
    .union(PAGE_SIZES.map((size) => z.literal(size)))
    .optional()
    .catch(undefined),
  search: search.catch(undefined),
  role: role.catch(undefined),
  status: status.catch(undefined),
  /** The client whose detail is open, and its tab. */
  client: userId,
  tab: z.enum(['services', 'invoices']).optional().catch(undefined),
  /** The user whose dialog is open. */
  edit: userId,
  reset: userId,
  delete: userId,
});
export type AdminSearch = z.infer<typeof adminSearch>;
