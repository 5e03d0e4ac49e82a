import type { ReadAudit } from '#functions/ports/database/system/journal-store.ts';
import type { Session } from '#shared/contract/sessions.ts';

/** The sessions of an account, for its owner and for administrators; a sign-in whose second step is open is none. */
export interface SessionListStore {
  /**
   * Lists the sessions that have not ended, the newest first; undefined if there is no such account. With `audit` the
   * reading is written to the audit log.
   */
  listOf(
    userId: number,
    audit: ReadAudit | undefined,
    now: Date,
  ): Promise<Omit<Session, 'isCurrent'>[] | undefined>;
  /** Ends a session; false if the account has none with this id. */
  end(userId: number, sessionId: string): Promise<boolean>;
  /**
   * Ends all sessions of an account except for one, and its open second steps. Returns how many sessions; undefined if
   * there is no such account.
   */
  endOthers(userId: number, keptId: string): Promise<number | undefined>;
}
