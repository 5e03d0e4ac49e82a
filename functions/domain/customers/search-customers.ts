import { auditOfPage } from '#functions/domain/audit.ts';
import type { SessionUser } from '#functions/ports/database/auth/session-store.ts';
import type { CustomerStore } from '#functions/ports/database/customers/customer-store.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { searchTerms } from './search-terms.ts';

/** Searches all customers for an admin; a client finds only their own record (D5). */
export const searchCustomers = (
  customers: Pick<CustomerStore, 'search'>,
  user: SessionUser,
  query: string,
  now: Date,
): Promise<CustomerResult[]> => {
  const terms = searchTerms(query);

  return user.role === 'admin'
    ? customers.search({ terms }, auditOfPage(user, 'customers.search', now))
    : customers.search({ terms, onlyUserId: user.userId });
};
