import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';

export interface CustomerSearch {
  /** What was typed, and other ways to write it, such as a phone number as it is stored. */
  terms: readonly string[];
  /** Looks at this account alone. */
  onlyUserId?: number;
}

export interface CustomerStore {
  /** The best matches: those that start with a term first, then by name. With `audit` it stands in the audit log. */
  search(search: CustomerSearch, audit?: PageAudit): Promise<CustomerResult[]>;
}
