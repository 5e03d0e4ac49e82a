import { catchUpLedger } from '#functions/domain/ledger/catch-up.ts';
import { job } from '#functions/runtime/job.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ledgerCatchUpStore } from '#functions/runtime/ports/ledger-catch-up-store-port.ts';

export const handler = job(
  'ledger-catch-up',
  { database: databaseWith(ledgerCatchUpStore) },
  async ({ ports, clock, logFigures }) => {
    logFigures({ accounts: await catchUpLedger(ports.database, clock()) });
  },
);
