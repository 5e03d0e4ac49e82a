/** An account and the number of its invoices that the ledger does not know, or knows with another status. */
export interface AccountToCatchUp {
  userId: number;
  missing: number;
}

/**
 * Brings into the ledger what was written without it: by the portal before the ledger, and by functions of the release
 * before that run for minutes beside the new ones. Every part may be repeated (D53).
 */
export interface LedgerCatchUpStore {
  /** Returns the next accounts by User_Id after `after` that have a balance which no entry explains. */
  listUnopened(after: number, limit: number): Promise<number[]>;
  /** Writes their opening entries, and pays what is open from them. Throws `conflict` if a balance would be too large. */
  addOpenings(userIds: readonly number[]): Promise<void>;
  /** Returns the next accounts by User_Id after `after` that have something to bring in. */
  listAccounts(after: number, limit: number): Promise<AccountToCatchUp[]>;
  /** Locks accounts in the order of their ids. */
  lock(userIds: readonly number[]): Promise<void>;
  /**
   * Writes the entries and reversals of invoices, and the payments of those marked as paid. Throws `conflict` if a
   * balance would be too large.
   */
  bringIn(userIds: readonly number[], today: string): Promise<void>;
  /** Counts the rows for the planner, if the role may: plans for an empty ledger read all of a full one. */
  analyze(): Promise<void>;
}
