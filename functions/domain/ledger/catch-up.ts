import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type {
  AccountToCatchUp,
  LedgerCatchUpStore,
} from '#functions/ports/database/ledger/ledger-catch-up-store.ts';
import { dayAfter } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';

const PAGE_ACCOUNTS = 5_000;

/** Number of accounts or invoices of a transaction: it takes less than two seconds, and locks the accounts meanwhile. */
const PORTION = 1_000;

/** The numbers of portions after which the tables are analyzed, because the planner's statistics are out of date. */
const ANALYZED_AFTER = new Set([4, 8, 16, 32, 64, 128, 256]);

/** Divides accounts into portions of about as many invoices; an account is never divided. */
const divide = (accounts: readonly AccountToCatchUp[]): number[][] => {
  const portions: number[][] = [];
  let invoices = PORTION;
  for (const { userId, missing } of accounts) {
    if (invoices >= PORTION) {
      portions.push([]);
      invoices = 0;
    }
    portions.at(-1)?.push(userId);
    invoices += missing;
  }

  return portions;
};

/** What a run did. */
interface CaughtUp {
  /** The number of accounts that it changed. */
  changed: number;
  /** The accounts whose balance would not fit its column. Nothing of them is written. */
  leftOut: number[];
}

/**
 * Writes a portion in a transaction that locks its accounts, and returns those that it leaves out. If a balance does not
 * fit its column, the halves of the portion are written apart, until that account is alone.
 */
const writePortion = async (
  database: DatabaseOf<'ledgerCatchUp'>,
  userIds: readonly number[],
  write: (ledgerCatchUp: LedgerCatchUpStore, userIds: readonly number[]) => Promise<void>,
): Promise<number[]> => {
  try {
    await database.transaction(async ({ ledgerCatchUp }) => {
      await ledgerCatchUp.lock(userIds);
      await write(ledgerCatchUp, userIds);
    });

    return [];
  } catch (error) {
    if (!(error instanceof AppError && error.code === 'conflict')) {
      throw error;
    }
    if (userIds.length === 1) {
      return [...userIds];
    }
    const half = Math.ceil(userIds.length / 2);

    return [
      ...(await writePortion(database, userIds.slice(0, half), write)),
      ...(await writePortion(database, userIds.slice(half), write)),
    ];
  }
};

/**
 * Writes the opening entries of accounts whose balance is older than the ledger. Only a deployment does this: later, a
 * balance that no entry explains is a fault, which the daily check reports.
 */
export const openBalances = async (database: DatabaseOf<'ledgerCatchUp'>): Promise<CaughtUp> => {
  const done: CaughtUp = { changed: 0, leftOut: [] };
  let after = 0;

  for (;;) {
    const userIds = await database.ledgerCatchUp.listUnopened(after, PORTION);
    const last = userIds.at(-1);
    if (last === undefined) {
      return done;
    }
    const leftOut = await writePortion(database, userIds, (store, portion) => store.addOpenings(portion));
    done.changed += userIds.length - leftOut.length;
    done.leftOut.push(...leftOut);
    after = last;
  }
};

/**
 * Brings into the ledger the invoices that were written or changed without it, account by account. It may be repeated,
 * and killed at any time.
 */
export const catchUpLedger = async (database: DatabaseOf<'ledgerCatchUp'>, now: Date): Promise<CaughtUp> => {
  const today = dayAfter(now, 0);
  const done: CaughtUp = { changed: 0, leftOut: [] };
  let portions = 0;
  let after = 0;

  for (;;) {
    const page = await database.ledgerCatchUp.listAccounts(after, PAGE_ACCOUNTS);
    const last = page.at(-1);
    if (!last) {
      return done;
    }
    for (const userIds of divide(page)) {
      const leftOut = await writePortion(database, userIds, (store, portion) =>
        store.bringIn(portion, today),
      );
      done.changed += userIds.length - leftOut.length;
      done.leftOut.push(...leftOut);
      portions += 1;
      if (ANALYZED_AFTER.has(portions)) {
        await database.ledgerCatchUp.analyze();
      }
    }
    after = last.userId;
  }
};

const REPORTED_MAX = 500;

/** Returns the clients whose old balance may contain their open invoices, which a person has to look at. */
export const listOldBalances = (database: DatabaseOf<'ledgerChecks'>): Promise<string[]> =>
  database.ledgerChecks.listWithOldBalance(REPORTED_MAX);
