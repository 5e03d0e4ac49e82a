import { catchUpLedger } from '#functions/domain/ledger/catch-up.ts';
import { checkLedger } from '#functions/domain/ledger/check-ledger.ts';
import { job } from '#functions/runtime/job.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ledgerCatchUpStore } from '#functions/runtime/ports/ledger-catch-up-store-port.ts';
import { ledgerCheckStore } from '#functions/runtime/ports/ledger-check-store-port.ts';

/** Catches up first, because what was written without the ledger is not a fault. */
export const handler = job(
  'ledger-check',
  { database: databaseWith(ledgerCatchUpStore, ledgerCheckStore) },
  async ({ ports, clock, logFigures }) => {
    await catchUpLedger(ports.database, clock());
    const { count, first } = await checkLedger(ports.database.ledgerChecks);
    if (count > 0) {
      log.error('accounts whose money does not add up', { faults: first });
    }
    logFigures({ ledgerFaults: count });
  },
);
