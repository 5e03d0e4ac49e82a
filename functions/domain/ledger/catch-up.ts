import type { DatabaseOf } from '#functions/ports/database/database.ts';
import type { AccountToCatchUp } from '#functions/ports/database/ledger/ledger-catch-up-store.ts';
import { dayAfter } from '#shared/dates.ts';

const PAGE_ACCOUNTS = 5_000;

/** So many accounts or invoices are written in less than two seconds, for which their accounts are locked. */
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

/**
 * Writes the opening entries of accounts whose balance is older than the ledger, and returns how many. Only a deployment
 * does this: later, a balance that no entry explains is a fault, which the daily check reports.
 */
export const openBalances = async (database: DatabaseOf<'ledgerCatchUp'>): Promise<number> => {
  let opened = 0;
  let after = 0;

  for (;;) {
    const userIds = await database.ledgerCatchUp.listUnopened(after, PORTION);
    const last = userIds.at(-1);
    if (last === undefined) {
      return opened;
    }
    await database.transaction(async ({ ledgerCatchUp }) => {
      await ledgerCatchUp.lock(userIds);
      await ledgerCatchUp.addOpenings(userIds);
    });
    opened += userIds.length;
    after = last;
  }
};

/**
 * Brings into the ledger the invoices that were written or changed without it, account by account, and returns the
 * number of accounts that changed. It may be repeated, and killed at any time.
 */
export const catchUpLedger = async (database: DatabaseOf<'ledgerCatchUp'>, now: Date): Promise<number> => {
  const today = dayAfter(now, 0);
  let changed = 0;
  let portions = 0;
  let after = 0;

  for (;;) {
    const page = await database.ledgerCatchUp.listAccounts(after, PAGE_ACCOUNTS);
    const last = page.at(-1);
    if (!last) {
      return changed;
    }
    for (const userIds of divide(page)) {
      await database.transaction(async ({ ledgerCatchUp }) => {
        await ledgerCatchUp.lock(userIds);
        await ledgerCatchUp.bringIn(userIds, today);
      });
      changed += userIds.length;
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
