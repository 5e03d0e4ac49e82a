import type { CustomerStore } from '#functions/ports/database/customer-store.ts';
import type { SessionUser } from '#functions/ports/database/session-store.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { searchTerms } from './search-terms.ts';

/** An admin searches all customers; a client gets nothing but their own record (D5). */
export const searchCustomers = (
  customers: Pick<CustomerStore, 'search'>,
  user: SessionUser,
  query: string,
): Promise<CustomerResult[]> =>
  customers.search({
    terms: searchTerms(query),
    ...(user.role !== 'admin' && { onlyUserId: user.userId }),
  });
