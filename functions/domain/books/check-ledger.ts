import { computeControlAccount } from '#functions/domain/books/ledger-book.ts';
import type { LedgerBookStore } from '#functions/ports/database/books/ledger-book-store.ts';
import type { LedgerCheckStore, LedgerFault } from '#functions/ports/database/books/ledger-check-store.ts';
import { dayAfter } from '#shared/dates.ts';

/** A statement reads this number in about a second, and may take 25. */
const PORTION_ACCOUNTS = 10_000;

const FAULTS_NAMED_MAX = 100;

/**
 * Counts what does not add up in the ledgers of all accounts, and names the first faults (D53): among them today's
 * closing balance, if it is not what clients owe less what they have as credit (D71), and the lines of the bank (D63).
 */
export const checkLedger = async (
  {
    ledgerChecks,
    ledgerBook,
  }: {
    ledgerChecks: Pick<LedgerCheckStore, 'findLastAccount' | 'findFaults' | 'countFaultyLines'>;
    ledgerBook: Pick<LedgerBookStore, 'readControlAccount'>;
  },
  now: Date,
): Promise<{ count: number; first: LedgerFault[] }> => {
  const today = dayAfter(now, 0);
  const { agrees } = await computeControlAccount(ledgerBook, { from: today, to: today });
  const faultyLines = await ledgerChecks.countFaultyLines();
  const first: LedgerFault[] = [
    ...(agrees ? [] : [{ userId: null, part: 'control-account' } as const]),
    ...(faultyLines === 0 ? [] : [{ userId: null, part: 'bank-line' } as const]),
  ];
  const last = await ledgerChecks.findLastAccount();
  const found = { count: first.length, first };

  for (let from = 1; from <= last; from += PORTION_ACCOUNTS) {
    const range = { from, to: from + PORTION_ACCOUNTS - 1 };
    const { count, first } = await ledgerChecks.findFaults(range, FAULTS_NAMED_MAX);
    found.count += count;
    found.first.push(...first.slice(0, FAULTS_NAMED_MAX - found.first.length));
  }

  return found;
};
