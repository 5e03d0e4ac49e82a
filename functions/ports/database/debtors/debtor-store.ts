import type { SearchTerm } from '#functions/ports/database/customers/search-term.ts';
import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type {
  Creditor,
  Debtor,
  DebtorFilters,
  DebtorOrder,
} from '#shared/contract/debtors/ledger-statements.ts';
import type { AgeingCents } from './statement-store.ts';

/** The day of a list and of its ages. What the books show of a past day is read from its entries. */
export interface DebtorDay {
  day: string;
  isPast: boolean;
}

export interface DebtorFilter extends Omit<DebtorFilters, 'search' | 'asAt'>, DebtorDay {
  /** Finds clients who match one of them; an empty list finds all. */
  terms: readonly SearchTerm[];
}

export interface DebtorRow
  extends Pick<
    Debtor,
    'userId' | 'name' | 'company' | 'OWNumber' | 'oldestDueDate' | 'lastPaymentDate' | 'mail'
  > {
  ageing: AgeingCents;
  /** Always 0 today. */
  creditCents: number;
}

export interface CreditRow extends Omit<Creditor, 'credit'> {
  creditCents: number;
}

/** The shown part of the clients who owe. Who sorts equally is ordered by User_Id. */
export interface DebtorPage extends DebtorOrder {
  offset: number;
  limit: number;
}

export interface DebtorStore {
  /** Lists a part of the clients who owe, and counts all who match; its reading is written to the audit log. */
  list(
    filter: DebtorFilter,
    page: DebtorPage,
    audit: PageAudit | undefined,
  ): Promise<{ debtors: DebtorRow[]; total: number }>;
  /**
   * Sums what the clients owe who match, by age, and without a filter what accounts that were deleted since owed on a past
   * day; with an audit its reading is written to the audit log.
   */
  sum(
    filter: DebtorFilter,
    audit: PageAudit | undefined,
  ): Promise<{ ageing: AgeingCents; closed: AgeingCents | undefined }>;
  /**
   * Lists a part of the clients who have credit, the most first, and sums all, and what accounts that were deleted since had
   * on a past day; its reading is written to the audit log.
   */
  listCredits(
    on: DebtorDay,
    page: { offset: number; limit: number },
    audit: PageAudit | undefined,
  ): Promise<{ clients: CreditRow[]; total: number; sumCents: number; closedCents: number }>;
}
