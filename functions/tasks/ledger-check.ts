import { checkLedger } from '#functions/domain/books/check-ledger.ts';
import { log } from '#functions/runtime/log.ts';
import { databaseWith } from '#functions/runtime/ports/database-port.ts';
import { ledgerBookStore, ledgerCheckStore } from '#functions/runtime/ports/stores.ts';
import { task } from '#functions/runtime/task.ts';

export const handler = task(
  'ledger-check',
  { database: databaseWith(ledgerBookStore, ledgerCheckStore) },
  async ({ ports, logFigures }) => {
    const { count, first } = await checkLedger(ports.database, new Date());
    if (count > 0) {
      log.error('accounts whose money does not add up', { faults: first });
    }
    logFigures({ ledgerFaults: count });
  },
);
