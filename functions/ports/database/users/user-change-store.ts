import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { AccountChange } from '#shared/contract/users.ts';

/** The changes of an account, as the audit log keeps them. */
export interface UserChangeStore {
  /**
   * Lists the newest changes of an account, the newest first, and writes the reading to the audit log; undefined if
   * there is no such account. The newest of each kind stay in the list however many others follow. A kind is a route,
   * split by whether it touched address, password, role or status.
   */
  listOf(
    userId: number,
    limits: { inAll: number; ofKind: number },
    audit: ReadAudit,
  ): Promise<AccountChange[] | undefined>;
}
