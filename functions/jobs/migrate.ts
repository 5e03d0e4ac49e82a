import { catchUpLedger, listOldBalances, openBalances } from '#functions/domain/ledger/catch-up.ts';
import { job } from '#functions/runtime/job.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseOwner } from '#functions/runtime/ports/database-owner-port.ts';

export const handler = job('migrate', { databaseOwner }, async ({ ports, clock, logFigures }) => {
  const { unreadyIndexes } = await ports.databaseOwner.migrate();
  if (unreadyIndexes.length > 0) {
    log.warn('indexes still being built', { unreadyIndexes });
  }
  const { database } = ports.databaseOwner;
  const balances = await openBalances(database);
  const accounts = await catchUpLedger(database, clock());
  const leftOut = [...new Set([...balances.leftOut, ...accounts.leftOut])];
  if (leftOut.length > 0) {
    log.error('accounts whose balance would be too large for the ledger', { leftOut });
  }
  logFigures({ balancesOpened: balances.changed, accountsBroughtIn: accounts.changed });
  // The run before may have been killed after it opened the balances.
  const owNumbers = balances.changed + accounts.changed > 0 ? await listOldBalances(database) : [];
  if (owNumbers.length > 0) {
    log.warn('clients whose old balance may contain their open invoices', { owNumbers });
  }
});
