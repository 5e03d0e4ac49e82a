import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { UserSummary } from '#shared/contract/users.ts';

export interface UserSummaryStore {
  /** Undefined if there is no such account; otherwise the reading is written to the audit log. */
  read(userId: number, audit: ReadAudit, now: Date): Promise<UserSummary | undefined>;
}
