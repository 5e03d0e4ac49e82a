import type { LedgerCheckStore, LedgerFault } from '#functions/ports/database/ledger/ledger-check-store.ts';

/** A statement reads this number in about a second, and may take 25. */
const PORTION_ACCOUNTS = 10_000;

const FAULTS_NAMED_MAX = 100;

/** Counts what does not add up in the ledgers of all accounts, and names the first faults (D53). */
export const checkLedger = async (
  ledgerChecks: Pick<LedgerCheckStore, 'findLastAccount' | 'findFaults'>,
): Promise<{ count: number; first: LedgerFault[] }> => {
  const last = await ledgerChecks.findLastAccount();
  const found = { count: 0, first: [] as LedgerFault[] };

  for (let from = 1; from <= last; from += PORTION_ACCOUNTS) {
    const range = { from, to: from + PORTION_ACCOUNTS - 1 };
    const { count, first } = await ledgerChecks.findFaults(range, FAULTS_NAMED_MAX);
    found.count += count;
    found.first.push(...first.slice(0, FAULTS_NAMED_MAX - found.first.length));
  }

  return found;
};
