/** An account whose money does not add up, and which part of it. The control account and the lines of the bank are
 * those of nobody. */
export interface LedgerFault {
  userId: number | null;
  part: 'balance' | 'item' | 'invoice' | 'credit-note' | 'control-account' | 'bank-line';
}

/** Accounts by User_Id, with both ends. */
export interface AccountRange {
  from: number;
  to: number;
}

/** Looks at the ledgers of all accounts. */
export interface LedgerCheckStore {
  /** Finds the highest User_Id, also of a deleted account that still has entries; 0 if there is none. */
  findLastAccount(): Promise<number>;
  /**
   * Counts the faults of accounts whose balance, items, entries, allocations, invoices or credit notes disagree, or that have credit
   * and owe something at the same time (D53), and returns the first of them.
   */
  findFaults(range: AccountRange, limit: number): Promise<{ count: number; first: LedgerFault[] }>;
  /** Counts the lines of the bank whose money is not what their payments and unidentified receipts say (D63). */
  countFaultyLines(): Promise<number>;
}
