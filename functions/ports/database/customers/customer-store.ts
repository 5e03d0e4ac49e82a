import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Payer } from '#shared/contract/bank/payers.ts';
import type { CustomerResult } from '#shared/contract/customers.ts';
import type { SearchTerm } from './search-term.ts';

export interface CustomerSearch {
  terms: readonly SearchTerm[];
  /** Searches this account only. */
  onlyUserId?: number;
}

export interface PayerSearch {
  amountCents: number;
  /** Without them only clients are found whom the amount fits exactly. */
  terms: readonly SearchTerm[] | undefined;
}

export interface FoundPayer extends Omit<Payer, 'due'> {
  dueCents: number;
}

export interface CustomerStore {
  /**
   * The best matches: those that start with a term first, then by name. With `audit` the search is written to the
   * audit log.
   */
  search(search: CustomerSearch, audit?: PageAudit): Promise<CustomerResult[]>;
  /** The clients who may have paid an amount, with what they owe: first whose debt it is, then who has such an invoice. */
  findPayers(search: PayerSearch, audit: PageAudit): Promise<FoundPayer[]>;
}
