import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import type { SearchTerm } from './search-term.ts';

export interface CustomerSearch {
  terms: readonly SearchTerm[];
  /** Searches this account only. */
  onlyUserId?: number;
}

export interface CustomerStore {
  /**
   * The best matches: those that start with a term first, then by name. With `audit` the search is written to the
   * audit log.
   */
  search(search: CustomerSearch, audit?: PageAudit): Promise<CustomerResult[]>;
}
