import type { PageAudit } from '#functions/ports/database/system/journal-store.ts';
import type { DEBTOR_SORTS } from '#shared/contract/limits.ts';
import type { AgeingCents } from './statement-store.ts';

export interface DebtorRow {
  userId: number;
  name: string;
  OWNumber: string;
  ageing: AgeingCents;
  oldestDueDate: string;
  lastPaymentDate: string | null;
}

export interface DebtorStore {
  /** Lists a page of the clients who owe on a day; its reading is written to the audit log. */
  list(
    page: { page: number; limit: number; sort: (typeof DEBTOR_SORTS)[number] },
    day: string,
    audit: PageAudit,
  ): Promise<{ debtors: DebtorRow[]; total: number }>;
  /** Sums what all clients owe on a day, by age. */
  sum(day: string): Promise<AgeingCents>;
}
