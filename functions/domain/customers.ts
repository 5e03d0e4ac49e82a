import type { CustomerStore } from '#functions/ports/customer-store.ts';
import type { SessionUser } from '#functions/ports/session-store.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import { phoneSearchForm } from '#shared/south-africa.ts';

/** An admin searches all customers; a client gets nothing but their own record (decision 5). */
export const searchCustomers = (
  customers: Pick<CustomerStore, 'search'>,
  user: SessionUser,
  query: string,
): Promise<CustomerResult[]> => {
  const phone = phoneSearchForm(query);
  const terms = phone === undefined || phone === query ? [query] : [query, phone];

  return customers.search({ terms, ...(user.role !== 'admin' && { onlyUserId: user.userId }) });
};
