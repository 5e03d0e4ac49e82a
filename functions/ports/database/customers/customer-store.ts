import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';

export interface CustomerSearch {
  /** The typed text and other spellings of it, such as a phone number as it is stored. */
  terms: readonly string[];
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
