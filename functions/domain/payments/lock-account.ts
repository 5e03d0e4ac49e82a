import { userNotFound } from '#functions/domain/users/read-users.ts';
import type { LedgerStore } from '#functions/ports/database/payments/ledger-store.ts';

/** Locks the account whose money a transaction changes, before anything of it is read (D62). */
export const lockAccount = async (ledger: Pick<LedgerStore, 'lock'>, userId: number): Promise<void> => {
  if (!(await ledger.lock(userId))) {
    throw userNotFound();
  }
};
