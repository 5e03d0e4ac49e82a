import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Debtor, DebtorFilters, DebtorOrder } from '#shared/contract/ledger-statements.ts';
import type { AgeingCents } from './statement-store.ts';

export interface DebtorFilter extends Omit<DebtorFilters, 'search'> {
  /** The typed text and other spellings of it; finds clients who contain one of them. An empty list finds all. */
  terms: readonly string[];
  /** The day of the ages. */
  day: string;
}

export interface DebtorRow
  extends Pick<
    Debtor,
    'userId' | 'name' | 'company' | 'OWNumber' | 'oldestDueDate' | 'lastPaymentDate' | 'mail'
  > {
  ageing: AgeingCents;
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
  /** Sums what the clients owe who match, by age; with an audit its reading is written to the audit log. */
  sum(filter: DebtorFilter, audit: PageAudit | undefined): Promise<AgeingCents>;
  /** Lets the rest of the transaction read what its first statement sees. */
  readOneMoment(): Promise<void>;
}
