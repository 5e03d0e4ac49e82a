/** The reads and writes of `npm run invite`; no route uses it. */
export interface InvitationStore {
  /**
   * Counts the imported clients who are still to be invited: active, not verified, not blocked, never signed in and not
   * invited in the last seven days (D46); and the invitations that wait to be sent.
   */
  count(now: Date): Promise<{ toInvite: number; waiting: number }>;
  /**
   * Orders the invitations of at most this many of them, behind those that wait, so that one is due after the other.
   * Returns how many it ordered.
   */
  order(limit: number, everyMs: number, now: Date): Promise<number>;
}
