import type { RouteAudit } from '#functions/ports/database/system/journal-store.ts';
import type { UserSummary } from '#shared/contract/users.ts';

/** The invitations of imported clients. Whom they may go to, and why not, is said by the account's figures (`UserSummary`). */
export interface InvitationStore {
  /**
   * Counts the clients who are still to be invited (D46), and the invitations that wait to be sent. Only `npm run invite`
   * uses it.
   */
  count(now: Date): Promise<{ toInvite: number; waiting: number }>;
  /**
   * Orders the invitations of at most this many of them, behind those that wait, so that one is due after the other.
   * Returns how many it ordered. Only `npm run invite` uses it.
   */
  order(limit: number, everyMs: number, now: Date): Promise<number>;
  /** The newest invitation of one account, and why none can be ordered now; undefined if there is no such account. */
  find(userId: number, now: Date): Promise<UserSummary['invitation'] | undefined>;
  /**
   * Orders and audits the invitation of one client; it waits for the next moment of its pace. False if this client is
   * not to be invited, or if another request was first.
   */
  orderOne(userId: number, audit: RouteAudit<number | null>, now: Date): Promise<boolean>;
}
