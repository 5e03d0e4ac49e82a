import { catchUpLedger } from '#functions/domain/ledger/catch-up.ts';
import { job } from '#functions/runtime/job.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ledgerCatchUpStore } from '#functions/runtime/ports/ledger-catch-up-store-port.ts';

export const handler = job(
  'ledger-catch-up',
  { database: databaseWith(ledgerCatchUpStore) },
  async ({ ports, clock, logFigures }) => {
    const { changed, leftOut } = await catchUpLedger(ports.database, clock());
    if (leftOut.length > 0) {
      log.error('accounts whose balance would be too large for the ledger', { leftOut });
    }
    logFigures({ accounts: changed });
  },
);
